import type { ModuleId } from '@vidlunnia/contracts';
import { Wrap } from '@vidlunnia/ui';
import { rowOf } from '../pages/page-table';
import { TEXTS } from '../site';
import styles from './island-loading.module.css';
import post from './post-loading.module.css';

/** Holds the place of an island on its way. Its words show for those who wait long; a post's show at once. */
export function IslandLoading({ id }: { readonly id: ModuleId }) {
  if (id === 'blog/Post') return <PostLoading />;
  return (
    <div className={styles.place} data-whole={!rowOf(id).within}>
      <p className={styles.late}>{TEXTS['fallback.loading']}</p>
    </div>
  );
}

/** The post page while its post is on the way (specification, section 2). */
const PostLoading = () => (
  <Wrap className={post.page}>
    <div className={post.loading} role="status">
      <span className={post.echo} aria-hidden="true" />
      <h1>{TEXTS['post.loading']}</h1>
    </div>
  </Wrap>
);
