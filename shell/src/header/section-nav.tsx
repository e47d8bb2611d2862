import { SECTION_IDS, type SectionId } from '@vidlunnia/contracts';
import { TEXTS } from '../site';

interface SectionNavProps {
  readonly className: string | undefined;
  readonly currentSection: SectionId | null;
  readonly onChoose?: () => void;
}

/** Links to the sections of the home page, the current one marked; the hero is the page's top and needs none. */
export function SectionNav({ className, currentSection, onChoose }: SectionNavProps) {
  return (
    <nav className={className} aria-label={TEXTS['a11y.nav.main']}>
      <ul>
        {SECTION_IDS.filter((id) => id !== 'hero').map((id) => (
          <li key={id}>
            <a
              href={`#${id}`}
              data-text={TEXTS[`nav.${id}`]}
              {...(id === currentSection && { 'aria-current': 'location' })}
              {...(onChoose && { onClick: onChoose })}
            >
              {TEXTS[`nav.${id}`]}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
