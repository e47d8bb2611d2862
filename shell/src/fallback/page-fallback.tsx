import { Wrap } from '@vidlunnia/shared/ui';
import { ContactText, TEXTS } from '../site';
import styles from './fallback.module.css';

/** Stands where the page itself crashed. */
export function PageFallback() {
  return (
    <Wrap className={styles.page}>
      <div className={styles.fallback} role="alert">
        <h1 className={styles.text}>
          <ContactText>{TEXTS['fallback.page']}</ContactText>
        </h1>
      </div>
    </Wrap>
  );
}
