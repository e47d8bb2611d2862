import { TEXTS } from '../site';
import styles from './skip-link.module.css';

/** First link of every page, seen when focused: past the header, straight to `#main`. */
export function SkipLink() {
  return (
    <a className={styles.skip} href="#main">
      {TEXTS['a11y.skip']}
    </a>
  );
}
