import type { SectionId } from '@vidlunnia/contracts';
import { Icon } from '@vidlunnia/ui';
import { useEffect, useId, useRef, useState, type MouseEvent } from 'react';
import { TEXTS } from '../site';
import { MenuPanel } from './menu-panel';
import styles from './menu.module.css';

/** From here on the header shows every link (`header.module.css`). */
const ALL_LINKS_FIT = '(width >= 68rem)';

export interface MenuProps {
  readonly currentSection: SectionId | null;
}

/** The menu of small screens: its button, and a modal dialog over the whole page. */
export function Menu({ currentSection }: MenuProps) {
  const id = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  const [isOpen, setIsOpen] = useState(false);
  const show = (event: MouseEvent) => {
    event.preventDefault(); // the command would open it a second time
    dialog.current?.showModal();
    // Not the brand, which stands before it.
    dialog.current?.querySelector<HTMLElement>('nav a')?.focus();
    setIsOpen(true);
  };
  const close = () => dialog.current?.close();
  /** The command may have opened it before this code came. */
  const takeOver = (element: HTMLDialogElement | null) => {
    dialog.current = element;
    if (element?.open) setIsOpen(true);
  };

  useEffect(() => {
    if (!isOpen) return;
    const wide = window.matchMedia(ALL_LINKS_FIT);
    const closeWhenWide = () => {
      if (wide.matches) dialog.current?.close();
    };
    wide.addEventListener('change', closeWhenWide);
    return () => {
      wide.removeEventListener('change', closeWhenWide);
    };
  }, [isOpen]);

  // The command opens the dialog where no script runs, or none yet.
  const opens = { command: 'show-modal', commandfor: id };
  return (
    <>
      <button
        {...opens}
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
        id={id}
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
        <MenuPanel currentSection={currentSection} onChoose={close} />
      </dialog>
    </>
  );
}
