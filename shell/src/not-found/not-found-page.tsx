import { archivePath } from '@vidlunnia/contracts';
import { ButtonLink } from '@vidlunnia/ui';
import { TEXTS } from '../texts/texts';
import styles from './not-found-page.module.css';

/** Main content for addresses without a page. */
export function NotFoundPage() {
  return (
    <div className={styles.lost}>
      <p className={styles.code} aria-hidden="true">
        404
      </p>
      <div>
        <h1>{TEXTS['notFound.title']}</h1>
        <p className={styles.lead}>{TEXTS['notFound.lead']}</p>
        <p className={styles.ways}>
          <ButtonLink href="/">{TEXTS['notFound.home']}</ButtonLink>
          <ButtonLink href={archivePath()} variant="ghost" className={styles.blog}>
            {TEXTS['notFound.blog']}
          </ButtonLink>
        </p>
      </div>
    </div>
  );
}
