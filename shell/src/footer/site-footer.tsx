import { PRIVACY_PATH } from '@vidlunnia/contracts';
import { Wrap } from '@vidlunnia/ui';
import { BrandLink, OWNER, TEXTS } from '../site';
import { EchoingName } from './echoing-name';
import { FooterContacts } from './footer-contacts';
import { FooterNav } from './footer-nav';
import styles from './footer.module.css';
import { SocialButtons } from './social-buttons';

export interface SiteFooterProps {
  /** Last year of the copyright line. Passed in: a clock read while rendering could differ between server and browser. */
  readonly year: number;
}

/** Footer of every page. */
export function SiteFooter({ year }: SiteFooterProps) {
  return (
    <footer className={styles.footer}>
      <Wrap className={styles.columns}>
        <div className={styles.lead}>
          <BrandLink />
          <p>{TEXTS['footer.line']}</p>
          <SocialButtons />
        </div>
        <FooterNav />
        <FooterContacts />
      </Wrap>
      <Wrap className={styles.legal}>
        <p className={styles.closing}>{TEXTS['footer.closing']}</p>
        {OWNER.legalLine && <p>{OWNER.legalLine}</p>}
        <p>
          <a href={PRIVACY_PATH}>{TEXTS['footer.privacy']}</a>
        </p>
        <p>{TEXTS['footer.copyright'].replace('{year}', String(year))}</p>
      </Wrap>
      <EchoingName />
    </footer>
  );
}
