import { BACK_LINK } from '@vidlunnia/contracts';
import { ArrowLink, Wrap } from '@vidlunnia/ui';
import { BrandLink, TEXTS } from '../site';
import styles from './header.module.css';

/** Header of every page but the home page: the way back to it. */
export function PostHeader() {
  return (
    <header className={styles.header}>
      <Wrap className={styles.row}>
        <BrandLink />
        <ArrowLink {...BACK_LINK} className={styles.back} direction="back" href="/">
          {TEXTS['post.back.header']}
        </ArrowLink>
      </Wrap>
    </header>
  );
}
