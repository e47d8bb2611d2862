import type { SectionId } from '@vidlunnia/contracts';
import { TEXTS } from '../site';
import { SECTION_LINKS } from './section-links';

export interface SectionNavProps {
  readonly className: string | undefined;
  readonly currentSection: SectionId | null;
  readonly onChoose?: () => void;
}

/** Links to the sections of the home page; the current one is marked. */
export function SectionNav({ className, currentSection, onChoose }: SectionNavProps) {
  return (
    <nav className={className} aria-label={TEXTS['a11y.nav.main']}>
      <ul>
        {SECTION_LINKS.map(({ id, href, text }) => (
          <li key={id}>
            <a
              href={href}
              data-text={text}
              {...(id === currentSection && { 'aria-current': 'location' })}
              {...(onChoose && { onClick: onChoose })}
            >
              {text}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
