import { postPath, type ModuleProps, type PostSummary } from '@vidlunnia/shared/contracts';
import { ArrowLink, Badge, FormattedDate, SectionHead, Wrap } from '@vidlunnia/shared/ui';
import { useId } from 'react';
import { BLOG_SECTION, coverName } from '../navigation';
import { COPY } from './copy';
import { firstPosts } from './first-posts';
import styles from './teaser.module.css';

/** The home page's blog section. Posts that could not be loaded leave its head alone (specification, section 8). */
export function Teaser({ data }: ModuleProps<'blog/Teaser'>) {
  const titleId = useId();
  const posts = firstPosts(data ?? []);
  return (
    <section id={BLOG_SECTION} className={styles.blog} aria-labelledby={titleId}>
      <Wrap>
        <SectionHead
          echo={6}
          label={COPY.label}
          title={COPY.title}
          titleId={titleId}
          lead={COPY.lead}
          split
        />
        {posts.length > 0 && (
          <div className={styles.posts}>
            {posts.map((post, index) => (
              <PostCard key={post.id} post={post} leads={index === 0} />
            ))}
          </div>
        )}
      </Wrap>
    </section>
  );
}

interface PostCardProps {
  readonly post: PostSummary;
  /** The first card is larger than those that follow. */
  readonly leads: boolean;
}

function PostCard({ post, leads }: PostCardProps) {
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
        aria-label={COPY.readMoreLabel(post.title)}
        cover
        className={styles.more}
      >
        {COPY.readMore}
      </ArrowLink>
    </article>
  );
}
