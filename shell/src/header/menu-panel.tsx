import type { SectionId } from '@vidlunnia/contracts';
import { ButtonLink, Icon } from '@vidlunnia/ui';
import type { KeyboardEvent } from 'react';
import { BrandLink, CONTACT_DETAILS, TEXTS, phoneHref } from '../site';
import styles from './menu.module.css';
import { SectionNav } from './section-nav';

interface MenuPanelProps {
  readonly currentSection: SectionId | null;
  /** A link was chosen: the menu has done its work. */
  readonly onChoose: () => void;
}

/** What the opened menu shows. */
export function MenuPanel({ currentSection, onChoose }: MenuPanelProps) {
  return (
    <div role="presentation" className={styles.panel} onKeyDown={loopFocus}>
      {/* A form of this method closes its dialog without a script. */}
      <form className={styles.top} method="dialog">
        <BrandLink onClick={onChoose} />
        <button className={styles.button} type="submit" aria-label={TEXTS['a11y.menu.close']}>
          <Icon name="cross" className={styles.icon} />
          <span>{TEXTS['menu.close']}</span>
        </button>
      </form>
      <SectionNav className={styles.nav} currentSection={currentSection} onChoose={onChoose} />
      <div className={styles.end}>
        <ButtonLink href="#contact" onClick={onChoose}>
          {TEXTS['nav.cta']}
        </ButtonLink>
        <p>
          <a className={styles.phone} href={phoneHref(CONTACT_DETAILS.phone)} onClick={onChoose}>
            {CONTACT_DETAILS.phone}
          </a>
        </p>
      </div>
    </div>
  );
}

/**
 * Leads Tab from the last control inside to the first, and back with Shift: a modal dialog alone lets it leave for the
 * browser's own controls.
 */
function loopFocus(event: KeyboardEvent<HTMLElement>): void {
  if (event.key !== 'Tab') return;
  const controls = [...event.currentTarget.querySelectorAll<HTMLElement>('a[href], button')];
  const [from, to] = event.shiftKey ? [controls[0], controls.at(-1)] : [controls.at(-1), controls[0]];
  if (document.activeElement !== from) return;
  event.preventDefault();
  to?.focus();
}
