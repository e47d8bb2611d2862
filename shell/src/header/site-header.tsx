import {
  archivePath,
  BACK_LINK,
  phoneHref,
  SECTION_IDS,
  SECTIONS,
  type SectionId,
} from '@vidlunnia/contracts';
import { ArrowLink, ButtonLink, Icon, Wrap } from '@vidlunnia/ui';
import { useEffect, useRef, useState, type KeyboardEvent, type MouseEvent } from 'react';
import { isMenuEntry, pushMenuEntry } from '@vidlunnia/engine/navigation';
import { TEXTS, owner } from '../texts/texts';
import brand from './brand.module.css';
import styles from './header.module.css';
import menu from './menu.module.css';
import skip from './skip-link.module.css';

interface SiteHeaderProps {
  /**
   * On the home page, the links lead to its sections. On other pages, they lead to the home page, and a link back is
   * added.
   */
  readonly isHome: boolean;
  /**
   * The section that the visitor reads; on other pages, the section whose whole content the page shows. `null` for
   * none, for example at the footer.
   */
  readonly currentSection: SectionId | null;
}

/** Header of every page: links to the sections of the home page, or the menu where they do not fit. */
export function SiteHeader(props: SiteHeaderProps) {
  const { isHome, currentSection } = props;
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
          <SectionNav className={styles.nav} {...props} />
          <ButtonLink className={styles.start} size="small" href={sectionAddress('contact', isHome)}>
            {TEXTS['nav.cta']}
          </ButtonLink>
          <Menu {...props} />
        </div>
      </Wrap>
    </header>
  );
}

/** First link of every page, visible when focused: skips the header, to `#main`. */
export const SkipLink = () => (
  <a className={skip.skip} href="#main">
    {TEXTS['a11y.skip']}
  </a>
);

/** The agency's logo and name, as a link to the top of the home page. */
export const BrandLink = (props: { readonly onClick?: () => void }) => (
  <a {...props} className={brand.brand} href="/" aria-label={TEXTS['a11y.brand']}>
    {/* A letter whose dot sends an echo. */}
    <svg className={brand.mark} viewBox="0 0 48 48" aria-hidden="true" focusable="false">
      <g fill="none" stroke="currentColor">
        <path
          strokeWidth="5"
          d="M6.5 3v42M4 5.5h14a8.25 8.25 0 0 1 0 16.5H9M18 22h.75a10.25 10.25 0 0 1 0 20.5H4"
        />
        <path strokeWidth="3" strokeLinecap="round" d="M31.6 18.2A19.6 19.6 0 0 1 31.6 46.3" />
        <path strokeWidth="2" strokeLinecap="round" d="M38 16.6A25.4 25.4 0 0 1 38 47.9" />
      </g>
      <circle className={brand.source} cx="17.5" cy="32.25" r="4.75" />
    </svg>
    <span className={brand.name}>{TEXTS['brand.name']}</span>
  </a>
);

/** Address of a section of the home page; from other pages, the blog is the archive. */
export function sectionAddress(id: SectionId, isHome: boolean): string {
  if (isHome) return `#${id}`;
  return id === 'blog' ? archivePath() : `/#${id}`;
}

interface SectionNavProps extends SiteHeaderProps {
  readonly className: string | undefined;
  readonly onChoose?: () => void;
}

/** Links to the home page's sections, with the current one marked. The hero has none, because it is at the top. */
function SectionNav({ className, isHome, currentSection, onChoose }: SectionNavProps) {
  return (
    <nav className={className} aria-label={TEXTS['a11y.nav.main']}>
      <ul>
        {SECTIONS.map(
          ({ element, menu: text }) =>
            text !== undefined && (
              <li key={element}>
                <a
                  href={sectionAddress(element, isHome)}
                  data-text={text}
                  {...(element === currentSection && { 'aria-current': 'location' })}
                  {...(onChoose && { onClick: onChoose })}
                >
                  {text}
                </a>
              </li>
            ),
        )}
      </ul>
    </nav>
  );
}

/** Id of the menu's dialog. Not from `useId`, because the server renders other outer components. */
const MENU = 'menu';

/** The menu of small screens: its button, and a modal dialog over the whole page. */
function Menu(sections: SiteHeaderProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const [isOpen, setIsOpen] = useState(false);
  const show = (event: MouseEvent) => {
    event.preventDefault(); // the command would open it a second time
    dialog.current?.showModal();
    // Not the brand, which comes first.
    dialog.current?.querySelector<HTMLElement>('nav a')?.focus();
    setIsOpen(true);
  };
  const close = () => dialog.current?.close();
  /** Takes over a dialog that the command opened before this code was loaded. */
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
      // A followed link has already replaced the entry.
      if (isMenuEntry()) window.history.back();
    };
  }, [isOpen]);

  // Opens the dialog without scripts, or before they are loaded.
  const opens = { command: 'show-modal', commandfor: MENU };
  return (
    <>
      <button
        {...opens}
        ref={button}
        className={menu.button}
        type="button"
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        aria-label={TEXTS['a11y.menu.open']}
        onClick={show}
      >
        <Icon name="menu" className={menu.icon} />
        <span>{TEXTS['a11y.menu.title']}</span>
      </button>
      <dialog
        ref={takeOver}
        id={MENU}
        className={menu.dialog}
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

interface MenuPanelProps extends SiteHeaderProps {
  /** Called after a choice, to close the menu. */
  readonly onChoose: () => void;
}

/** Content of the opened menu. */
function MenuPanel({ onChoose, ...sections }: MenuPanelProps) {
  const { phone } = owner().contact;
  return (
    <div role="presentation" className={menu.panel} onKeyDown={loopFocus}>
      {/* This form method closes the dialog without scripts. */}
      <form className={menu.top} method="dialog">
        <BrandLink onClick={onChoose} />
        <button className={menu.button} type="submit" aria-label={TEXTS['a11y.menu.close']}>
          <Icon name="cross" className={menu.icon} />
          <span>{TEXTS['menu.close']}</span>
        </button>
      </form>
      <SectionNav className={menu.nav} {...sections} onChoose={onChoose} />
      <div className={menu.end}>
        <ButtonLink href={sectionAddress('contact', sections.isHome)} onClick={onChoose}>
          {TEXTS['nav.cta']}
        </ButtonLink>
        <p>
          <a className={menu.phone} href={phoneHref(phone)} onClick={onChoose}>
            {phone}
          </a>
        </p>
      </div>
    </div>
  );
}

/**
 * Moves Tab from the last control to the first, and Shift+Tab back. Otherwise the focus could leave a modal dialog for
 * the browser's own controls.
 */
function loopFocus(event: KeyboardEvent<HTMLElement>): void {
  if (event.key !== 'Tab') return;
  const controls = [...event.currentTarget.querySelectorAll<HTMLElement>('a[href], button')];
  const [from, to] = event.shiftKey ? [controls[0], controls.at(-1)] : [controls.at(-1), controls[0]];
  if (document.activeElement !== from) return;
  event.preventDefault();
  to?.focus();
}

/** A line across the window at two fifths of its height. The section on this line is being read. */
const READING_LINE = '-40% 0px -60% 0px';

/**
 * Returns the home page's section that is being read: the hero on the server, `null` between and below sections and on
 * other pages. Sections may appear and disappear. Call it close to the header, because every change renders the caller
 * again.
 */
export function useCurrentSection(): SectionId | null {
  const [current, setCurrent] = useState<SectionId | null>('hero');
  useEffect(() => {
    const crossed = new Set<string>();
    const report = () => {
      setCurrent(SECTION_IDS.findLast((id) => crossed.has(id)) ?? null);
    };
    const line = new IntersectionObserver(
      (entries) => {
        for (const { target, isIntersecting } of entries)
          crossed[isIntersecting ? 'add' : 'delete'](target.id);
        report();
      },
      { rootMargin: READING_LINE },
    );
    // A new observation reports every section's state.
    const watch = () => {
      const sections = SECTION_IDS.flatMap((id) => document.getElementById(id) ?? []);
      line.disconnect();
      crossed.clear();
      for (const section of sections) line.observe(section);
      if (sections.length === 0) report();
    };
    const arrivals = new MutationObserver(watch);
    watch();
    arrivals.observe(document.body, { childList: true, subtree: true });
    return () => {
      arrivals.disconnect();
      line.disconnect();
    };
  }, []);
  return current;
}
