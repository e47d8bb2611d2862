import { archivePath, SECTION_IDS, type SectionId } from '@vidlunnia/contracts';
import { ButtonLink, Icon } from '@vidlunnia/ui';
import { useEffect, useRef, useState, type KeyboardEvent, type MouseEvent } from 'react';
import { isMenuEntry, pushMenuEntry } from '../navigation/history-entries';
import { BrandLink, TEXTS, owner, phoneHref } from '../site';
import styles from './menu.module.css';

interface SectionsProps {
  /** On the home page the links lead to its sections, on others to the home page. */
  readonly isHome: boolean;
  readonly currentSection: SectionId | null;
}

/** Of its dialog; one on a page. Not by `useId`, which depends on the components around: the server has no router. */
const ID = 'menu';

/** The menu of small screens: its button, and a modal dialog over the whole page. */
export function Menu(sections: SectionsProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const [isOpen, setIsOpen] = useState(false);
  const show = (event: MouseEvent) => {
    event.preventDefault(); // the command would open it a second time
    dialog.current?.showModal();
    // Not on the brand, which precedes it.
    dialog.current?.querySelector<HTMLElement>('nav a')?.focus();
    setIsOpen(true);
  };
  const close = () => dialog.current?.close();
  /** The command may have opened it before this code was loaded. */
  const takeOver = (element: HTMLDialogElement | null) => {
    dialog.current = element;
    if (element?.open) setIsOpen(true);
  };

  useEffect(() => {
    if (!isOpen) return;
    const ended = new AbortController();
    const { signal } = ended;
    pushMenuEntry();
    window.addEventListener('popstate', close, { signal });
    const closeWhenWide = () => {
      // The style sheet hides the button where every link fits.
      if (button.current?.checkVisibility() === false) close();
    };
    window.addEventListener('resize', closeWhenWide, { signal });
    return () => {
      ended.abort();
      // A link that was followed has taken the entry.
      if (isMenuEntry()) window.history.back();
    };
  }, [isOpen]);

  // The command opens the dialog when scripts are off or not loaded yet.
  const opens = { command: 'show-modal', commandfor: ID };
  return (
    <>
      <button
        {...opens}
        ref={button}
        className={styles.button}
        type="button"
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        aria-label={TEXTS['a11y.menu.open']}
        onClick={show}
      >
        <Icon name="menu" className={styles.icon} />
        <span>{TEXTS['a11y.menu.title']}</span>
      </button>
      <dialog
        ref={takeOver}
        id={ID}
        className={styles.dialog}
        aria-label={TEXTS['a11y.menu.title']}
        suppressHydrationWarning // it may be open by then
        onToggle={(event) => {
          setIsOpen(event.currentTarget.open);
        }}
        onClose={() => {
          setIsOpen(false);
        }}
      >
        <MenuPanel {...sections} onChoose={close} />
      </dialog>
    </>
  );
}

interface MenuPanelProps extends SectionsProps {
  /** Called when a link was chosen, to close the menu. */
  readonly onChoose: () => void;
}

/** Content of the opened menu. */
function MenuPanel({ onChoose, ...sections }: MenuPanelProps) {
  const { phone } = owner().contact;
  return (
    <div role="presentation" className={styles.panel} onKeyDown={loopFocus}>
      {/* A form with this method closes its dialog without scripts. */}
      <form className={styles.top} method="dialog">
        <BrandLink onClick={onChoose} />
        <button className={styles.button} type="submit" aria-label={TEXTS['a11y.menu.close']}>
          <Icon name="cross" className={styles.icon} />
          <span>{TEXTS['menu.close']}</span>
        </button>
      </form>
      <SectionNav className={styles.nav} {...sections} onChoose={onChoose} />
      <div className={styles.end}>
        <ButtonLink href={sectionAddress('contact', sections.isHome)} onClick={onChoose}>
          {TEXTS['nav.cta']}
        </ButtonLink>
        <p>
          <a className={styles.phone} href={phoneHref(phone)} onClick={onChoose}>
            {phone}
          </a>
        </p>
      </div>
    </div>
  );
}

/**
 * Moves Tab from the last control inside to the first, and Shift+Tab back: a modal dialog alone lets the focus leave
 * for the browser's own controls.
 */
function loopFocus(event: KeyboardEvent<HTMLElement>): void {
  if (event.key !== 'Tab') return;
  const controls = [...event.currentTarget.querySelectorAll<HTMLElement>('a[href], button')];
  const [from, to] = event.shiftKey ? [controls[0], controls.at(-1)] : [controls.at(-1), controls[0]];
  if (document.activeElement !== from) return;
  event.preventDefault();
  to?.focus();
}

interface SectionNavProps extends SectionsProps {
  readonly className: string | undefined;
  readonly onChoose?: () => void;
}

/** Address of a section of the home page; from other pages, the blog is the archive. */
export function sectionAddress(id: SectionId, isHome: boolean): string {
  if (isHome) return `#${id}`;
  return id === 'blog' ? archivePath() : `/#${id}`;
}

/** Links to the sections of the home page, with the current one marked; the hero is at the page's top and has none. */
export function SectionNav({ className, isHome, currentSection, onChoose }: SectionNavProps) {
  return (
    <nav className={className} aria-label={TEXTS['a11y.nav.main']}>
      <ul>
        {SECTION_IDS.filter((id) => id !== 'hero').map((id) => (
          <li key={id}>
            <a
              href={sectionAddress(id, isHome)}
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
