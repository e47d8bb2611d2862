import { archivePath, type PostSummary } from '@vidlunnia/contracts';
import { ArrowLink, Wrap } from '@vidlunnia/ui';
import { useId } from 'react';
import { PostCard } from '../post-card/post-card';
import { COPY } from './copy';
import styles from './next-posts.module.css';

/** The posts that the API recommends, and a link to all posts. */
export function NextPosts({ posts }: { readonly posts: readonly PostSummary[] }) {
  const titleId = useId();
  return (
    <Wrap as="section" className={styles.next} aria-labelledby={titleId}>
      <div className={styles.head}>
        <h2 id={titleId} className={styles.title}>
          {COPY.next.title}
        </h2>
        <ArrowLink href={archivePath()}>{COPY.next.all}</ArrowLink>
      </div>
      {posts.length > 0 && (
        <div className={styles.posts}>
          {posts.map((post) => (
            <PostCard key={post.id} as="div" post={post} />
          ))}
        </div>
      )}
    </Wrap>
  );
}
