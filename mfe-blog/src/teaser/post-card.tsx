import { postPath, type PostSummary } from '@vidlunnia/shared/contracts';
import { ArrowLink, Badge, FormattedDate } from '@vidlunnia/shared/ui';
import { copy } from '../copy/copy';
import { fill } from '../copy/fill';
import { coverName } from '../navigation/cover-name';
import styles from './post-card.module.css';

export interface PostCardProps {
  readonly post: PostSummary;
  /** The first card is larger than those that follow. */
  readonly leads: boolean;
}

export function PostCard({ post, leads }: PostCardProps) {
  return (
    <article className={styles.card} data-leads={leads}>
      <img
        className={styles.cover}
        data-cover={coverName(post.id)}
        src={post.image_url}
        width={1200}
        height={675}
        loading="lazy"
        alt=""
      />
      <p className={styles.meta}>
        <Badge>{post.category}</Badge>
        <FormattedDate value={post.created_at} />
      </p>
      <h3 className={styles.title}>{post.title}</h3>
      <p className={styles.excerpt}>{post.excerpt}</p>
      {/* Not a visually hidden «: title» after the words: browsers put a space before such an element in a name. */}
      <ArrowLink
        href={postPath(post.id)}
        aria-label={fill(copy['blog.readMoreLabel'], { title: post.title })}
        cover
        className={styles.more}
      >
        {copy['blog.readMore']}
      </ArrowLink>
    </article>
  );
}
