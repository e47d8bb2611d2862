import type { ModuleId } from '@vidlunnia/contracts';
import { rowOf } from '../pages/page-table';
import { TEXTS } from '../site';
import styles from './island-loading.module.css';
import { PostLoading } from './post-loading';

interface IslandLoadingProps {
  readonly id: ModuleId;
}

/** Holds the place of an island on its way. Its words show for those who wait long; a post's show at once. */
export function IslandLoading({ id }: IslandLoadingProps) {
  if (id === 'blog/Post') return <PostLoading />;
  return (
    <div className={styles.place} data-whole={!rowOf(id).within}>
      <p className={styles.late}>{TEXTS['fallback.loading']}</p>
    </div>
  );
}
