import type { SectionId } from '@vidlunnia/contracts';
import { ButtonLink, Wrap } from '@vidlunnia/ui';
import { BrandLink, TEXTS } from '../site';
import styles from './header.module.css';
import { Menu } from './menu';
import { SectionNav } from './section-nav';

export interface HomeHeaderProps {
  /** The section being read: see `useCurrentSection`. */
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
