import { Wrap } from '@vidlunnia/ui';
import { TEXTS } from '../site';
import styles from './post-loading.module.css';

/** The post page while its post is on the way (specification, section 2). */
export function PostLoading() {
  return (
    <Wrap className={styles.page}>
      <div className={styles.loading} role="status">
        <span className={styles.echo} aria-hidden="true" />
        <h1>{TEXTS['post.loading']}</h1>
      </div>
    </Wrap>
  );
}
