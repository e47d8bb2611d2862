import type { ModuleId } from '@vidlunnia/contracts';
import { PAGE_START_ELEMENT, type PageStart, type StartFile, type Starter } from './page-start';

// The script of the first page. It is inlined in the document, uses no framework, and loads the shell's code and
// islands' code when a visitor wants them (docs/performance.md). All of it counts against its budget of 3 KB.

/** Milliseconds for which a sent form waits for its own code. */
const SUBMIT_PATIENCE = 4_000;

/** Distance below the window, in window heights, at which an interactive island is made live in advance. */
const NEAR = '200%';

/**
 * Milliseconds after which a page's data from the API are old. Browsers may cache an API response for eleven minutes:
 * earlier they would get the same data again.
 */
const MAX_AGE = 15 * 60_000;

/** Addresses of scripts on this site. */
const OWN_SCRIPT = /^\/(?:assets|remotes)\/[\w./-]+\.js$/;

// The page requires Trusted Types: any other script address, and any other text as HTML or code, throws. One policy
// serves the starter, webpack and the federation: all of them set `src` to text.
window.trustedTypes?.createPolicy('default', {
  // React clears an element that keeps server HTML in this way (`KEPT_HTML`).
  createHTML: (html) => (html === '' ? html : null),
  createScriptURL: (address) => {
    const { origin, pathname } = new URL(address, location.href);
    return origin === location.origin && OWN_SCRIPT.test(pathname) ? address : null;
  },
});

const live = new Set<ModuleId>();
const asked = new Set<string>();
const early: (ModuleId | undefined)[] = [];
const held = new Map<ModuleId, (isLive: boolean) => void>();
let page: PageStart | undefined;
let begun = false;
/** Whether the visitor has typed or chosen something. */
let isFilled = false;
const opened = Date.now();

const starter: Starter = {
  wanted: new Set(),
  pressed: new Map(),
  settle: (id, isLive) => {
    if (isLive) live.add(id);
    held.get(id)?.(isLive);
  },
};
window.starter = starter;

const add = <Tag extends 'link' | 'script'>(tag: Tag, attributes: Partial<HTMLElementTagNameMap[Tag]>) =>
  document.head.appendChild(Object.assign(document.createElement(tag), attributes));

const isStyle = (href: string) => href.endsWith('.css');

/** Requests files in advance. A request uses the preload only if it is equal, including the hash. */
function preload(files: readonly StartFile[]): void {
  for (const [href, integrity = ''] of files) {
    if (asked.has(href)) continue;
    asked.add(href);
    add('link', { rel: 'preload', as: isStyle(href) ? 'style' : 'script', href, integrity });
  }
}

/** Runs the shell's code. Failed files are requested again at the next intent. */
function run(files: readonly StartFile[]): void {
  for (const [src] of files) {
    add('script', { src, async: false }).onerror = () => {
      begun = false;
      for (const send of held.values()) send(false);
    };
  }
}

/** The visitor wants the page's own code and, first, that of an island. */
function begin(id?: ModuleId): void {
  if (!page) {
    early.push(id);
    return;
  }
  const island = id && page.islands[id];
  const isNew = island && !starter.wanted.has(id);
  if (isNew) {
    starter.wanted.add(id);
    preload([...page.files.remotes, ...island.files]);
  }
  if (!begun) {
    begun = true;
    run(page.files.shell);
    // If an island is wanted, its files get the whole bandwidth.
    if (!island) preload(page.files.app);
  }
  if (isNew) starter.onWanted?.(id);
}

/** The interactive island that contains an event's target. */
function islandOf(target: EventTarget | null): ModuleId | undefined {
  const place = target instanceof Element ? target.closest<HTMLElement>('[data-island]') : null;
  if (!place) return undefined;
  const id = place.dataset['island'] as ModuleId;
  return page && !page.islands[id] ? islandOf(place.parentElement) : id;
}

const on = (types: readonly (keyof WindowEventMap)[], listener: (event: Event) => void) => {
  for (const type of types) addEventListener(type, listener, { capture: true, passive: type !== 'submit' });
};

on(['pointerdown', 'keydown', 'scroll', 'click', 'input'], ({ target, type }) => {
  isFilled ||= type === 'input';
  begin(islandOf(target));
});

on(['focusin', 'pointerover'], ({ target }) => {
  const id = islandOf(target);
  if (id) begin(id);
});

// Navigation inside the site needs code and data: all are requested before the click, at the same time.
on(['pointerover', 'pointerdown'], ({ target }) => {
  const link = target instanceof Element ? target.closest('a') : null;
  if (!starter.onWanted || !page || link?.origin !== location.origin || link.pathname === location.pathname)
    return;
  preload(page.files.remotes);
  starter.onPointed?.(link.pathname);
  // The API's path for a post follows from its page's path.
  const href = `/api${link.pathname}`;
  if (!/^\/blog\/[^/]+$/.test(link.pathname) || asked.has(href)) return;
  asked.add(href);
  add('link', { rel: 'preload', as: 'fetch', href, crossOrigin: 'anonymous' });
});

on(['click'], ({ target }) => {
  const control = target instanceof Element ? target.closest<HTMLElement>('a,button') : null;
  if (!control) return;
  const id = islandOf(control);
  if (id && !live.has(id)) starter.pressed.set(id, control);
  // Does the same as the header's own code. Needed in browsers without invoker commands.
  if (control.matches('dialog a')) control.closest('dialog')?.close();
  const dialog = control.getAttribute('commandfor');
  if (dialog && !('command' in control))
    document.querySelector<HTMLDialogElement>(`#${CSS.escape(dialog)}`)?.showModal();
});

on(['submit'], (event) => {
  const form = event.target;
  const id = islandOf(form);
  if (!id || live.has(id) || !(form instanceof HTMLFormElement)) return;
  event.preventDefault();
  if (held.has(id)) return;
  form.ariaBusy = 'true';
  const patience = setTimeout(() => held.get(id)?.(false), SUBMIT_PATIENCE);
  held.set(id, (isLive) => {
    clearTimeout(patience);
    if (isLive) {
      held.delete(id);
      form.ariaBusy = null;
      form.requestSubmit();
      return;
    }
    // It is being sent: later events must not send it twice.
    held.set(id, () => undefined);
    HTMLFormElement.prototype.submit.call(form);
  });
});

/** Reloads a page that was open for long: its data are old. If it cannot be loaded now, the old page stays. */
function renew(): void {
  if (document.hidden || isFilled || Date.now() - opened < MAX_AGE) return;
  fetch(location.href, { method: 'HEAD' }).then(
    ({ ok }) => {
      if (ok && !isFilled) location.reload();
    },
    () => undefined,
  );
}

addEventListener('visibilitychange', renew);

// Return from the response page of a form: it may be sent again.
addEventListener('pageshow', ({ persisted }) => {
  if (!persisted) return;
  renew();
  held.clear();
  for (const form of document.forms) form.ariaBusy = null;
});

/** Reads the data at the end of the document. An island that the server could not render starts at once. */
addEventListener('DOMContentLoaded', () => {
  page = JSON.parse(document.getElementById(PAGE_START_ELEMENT)?.textContent ?? '') as PageStart;
  isFilled ||= page.submission?.accepted === false;
  const near = new IntersectionObserver(
    (entries) => {
      for (const { isIntersecting, target } of entries) if (isIntersecting) begin(islandOf(target));
    },
    { rootMargin: `0px 0px ${NEAR} 0px` },
  );
  for (const [id, island] of Object.entries(page.islands)) {
    const place = document.querySelector(`[data-island="${id}"]`);
    if (place?.firstElementChild) near.observe(place.firstElementChild);
    if (island?.data === undefined || page.submission?.accepted === false) begin(id as ModuleId);
  }
  early.forEach(begin);
});
