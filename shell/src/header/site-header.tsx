import { BACK_LINK, type SectionId } from '@vidlunnia/contracts';
import { ArrowLink, ButtonLink, Wrap } from '@vidlunnia/ui';
import { BrandLink, TEXTS } from '../site';
import styles from './header.module.css';
import { Menu, SectionNav, sectionAddress } from './menu';
import skip from './skip-link.module.css';

interface SiteHeaderProps {
  /** Other pages than the home page have a link back to it. */
  readonly isHome: boolean;
  /**
   * The section that the visitor reads; on other pages, the one that the page shows whole. `null` is none of them: for
   * example, the footer.
   */
  readonly currentSection: SectionId | null;
}

/** Header of every page: links to the sections of the home page, or the menu where they do not fit. */
export function SiteHeader({ isHome, currentSection }: SiteHeaderProps) {
  const sections = { isHome, currentSection };
  return (
    <header className={styles.header} data-beyond-hero={!isHome || currentSection !== 'hero' || undefined}>
      <Wrap className={styles.row}>
        <BrandLink />
        {!isHome && (
          <ArrowLink {...BACK_LINK} className={styles.back} direction="back" href="/">
            {TEXTS['post.back.header']}
          </ArrowLink>
        )}
        <div className={styles.ways}>
          <SectionNav className={styles.nav} {...sections} />
          <ButtonLink className={styles.start} size="small" href={sectionAddress('contact', isHome)}>
            {TEXTS['nav.cta']}
          </ButtonLink>
          <Menu {...sections} />
        </div>
      </Wrap>
    </header>
  );
}

/** First link of every page, visible when focused: skips the header, to `#main`. */
export function SkipLink() {
  return (
    <a className={skip.skip} href="#main">
      {TEXTS['a11y.skip']}
    </a>
  );
}
