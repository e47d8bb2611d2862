import { BACK_LINK, type Post } from '@vidlunnia/shared/contracts';
import { ArrowLink, Badge, Wrap } from '@vidlunnia/shared/ui';
import { copy } from '../copy/copy';
import { BLOG_ADDRESS } from '../navigation/blog-section';
import { coverName } from '../navigation/cover-name';
import { Labelled } from './labelled';
import styles from './post-article.module.css';
import { PostContent } from './post-content';
import { PostFacts } from './post-facts';

export interface PostArticleProps {
  readonly post: Post;
}

export function PostArticle({ post }: PostArticleProps) {
  return (
    <article className={styles.article}>
      <Wrap as="header" className={styles.head}>
        <Badge className={styles.category}>
          <Labelled text={copy['post.category']}>{post.category}</Labelled>
        </Badge>
        <h1 className={styles.title}>{post.title}</h1>
        <PostFacts post={post} />
      </Wrap>
      <div className={styles.cover}>
        <img
          data-cover={coverName(post.id)}
          src={post.image_url}
          width={1200}
          height={675}
          loading="eager"
          fetchPriority="high"
          alt={post.image_alt}
        />
      </div>
      <Wrap className={styles.body}>
        <PostContent html={post.content} />
        <p className={styles.end}>
          <ArrowLink href={BLOG_ADDRESS} direction="back" {...BACK_LINK}>
            {copy['post.back.bottom']}
          </ArrowLink>
        </p>
      </Wrap>
    </article>
  );
}
