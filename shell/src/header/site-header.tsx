import { BACK_LINK, type SectionId } from '@vidlunnia/contracts';
import { ArrowLink, ButtonLink, Wrap } from '@vidlunnia/ui';
import { BrandLink, TEXTS } from '../site';
import styles from './header.module.css';
import { Menu, SectionNav } from './menu';
import skip from './skip-link.module.css';

interface HomeHeaderProps {
  /** The section that is being read: see `useCurrentSection`. */
  readonly currentSection: SectionId | null;
}

/** Header of the home page: links to its sections, or the menu on small screens. */
export function HomeHeader({ currentSection }: HomeHeaderProps) {
  return (
    <header
      className={styles.header}
      data-beyond-hero={(currentSection !== null && currentSection !== 'hero') || undefined}
    >
      <Wrap className={styles.row}>
        <BrandLink />
        <SectionNav className={styles.nav} currentSection={currentSection} />
        <ButtonLink className={styles.start} size="small" href="#contact">
          {TEXTS['nav.cta']}
        </ButtonLink>
        <Menu currentSection={currentSection} />
      </Wrap>
    </header>
  );
}

/** Header of all other pages, with a link back to the home page. */
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

/** First link of every page, visible when focused: skips the header, to `#main`. */
export function SkipLink() {
  return (
    <a className={skip.skip} href="#main">
      {TEXTS['a11y.skip']}
    </a>
  );
}
