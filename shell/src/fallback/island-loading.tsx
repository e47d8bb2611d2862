import type { ModuleId } from '@vidlunnia/shared/contracts';
import { TEXTS } from '../site';
import styles from './island-loading.module.css';
import { PostLoading } from './post-loading';

export interface IslandLoadingProps {
  readonly id: ModuleId;
}

/** Holds the place of an island on its way. Its words show for those who wait long; a post's show at once. */
export function IslandLoading({ id }: IslandLoadingProps) {
  if (id === 'blog/Post') return <PostLoading />;
  return (
    <div className={styles.place} data-whole={!id.startsWith('forms/')}>
      <p className={styles.late}>{TEXTS['fallback.loading']}</p>
    </div>
  );
}
