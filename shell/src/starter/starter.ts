import type { ModuleId } from '@vidlunnia/contracts';
import { PAGE_START_ELEMENT, type PageStart, type StartFile, type Starter } from './page-start';

// The script of the first page. It is part of the document, uses no framework, and loads the shell's code and that of
// islands when a visitor wants them (docs/performance.md). All of it counts against the 3 KB of its budget.

/** Milliseconds for which a form that was sent waits for its own code. */
const SUBMIT_PATIENCE = 4_000;

/** Heights of the window below it in which an interactive island is made live before the visitor gets there. */
const NEAR = '200%';

/**
 * Milliseconds after which what a page shows of the API's data is old. Browsers may use an answer of the API for eleven
 * minutes: sooner they would get the same again.
 */
const MAX_AGE = 15 * 60_000;

/** Addresses of scripts on this site. */
const OWN_SCRIPT = /^\/(?:assets|remotes)\/[\w./-]+\.js$/;

// The page demands Trusted Types: any other way to a script's address, or from text to HTML or code, throws. One policy
// for the starter, webpack's and the federation's loading: all of them set `src` to text.
window.trustedTypes?.createPolicy('default', {
  // React empties what an island keeps of the server's HTML that way (`KEPT_HTML`).
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

/** Asks for files at once: who needs them finds them under way. Only an equal request, hash and all, finds a preload. */
function preload(files: readonly StartFile[]): void {
  for (const [href, integrity = ''] of files) {
    if (asked.has(href)) continue;
    asked.add(href);
    add('link', { rel: 'preload', as: isStyle(href) ? 'style' : 'script', href, integrity });
  }
}

/** Runs the shell's code. What did not come is asked for again by the next intent. */
function run(files: readonly StartFile[]): void {
  for (const [src] of files) {
    add('script', { src, async: false }).onerror = () => {
      begun = false;
      for (const send of held.values()) send(false);
    };
  }
}

/** The visitor wants the page's own code and, before it, that of an island. */
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
    // Where an island is wanted, its files have the line to themselves.
    if (!island) preload(page.files.app);
  }
  if (isNew) starter.onWanted?.(id);
}

/** The interactive island in which an event happens. */
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

// Navigation inside the site needs code and data: all of it is asked for before the click, in one wave.
on(['pointerover', 'pointerdown'], ({ target }) => {
  const link = target instanceof Element ? target.closest('a') : null;
  if (!starter.onWanted || !page || link?.origin !== location.origin || link.pathname === location.pathname)
    return;
  preload([...page.files.remotes, ...page.files.next]);
  starter.onPointed?.(link.pathname);
  // The API has a post under the address of its page.
  const href = `/api${link.pathname}`;
  if (!link.pathname.startsWith('/blog/') || asked.has(href)) return;
  asked.add(href);
  add('link', { rel: 'preload', as: 'fetch', href, crossOrigin: 'anonymous' });
});

on(['click'], ({ target }) => {
  const control = target instanceof Element ? target.closest<HTMLElement>('a,button') : null;
  if (!control) return;
  const id = islandOf(control);
  if (id && !live.has(id)) starter.pressed.set(id, control);
  // What the header's own code does once it is live. Browsers without invoker commands get it here.
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
    // It is on its way: whatever comes now must not send it twice.
    held.set(id, () => undefined);
    HTMLFormElement.prototype.submit.call(form);
  });
});

/** Loads a page anew that stood open: what it shows is old. One that cannot be had now stays. */
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

// Back from the page that answered a form: it may be sent again.
addEventListener('pageshow', ({ persisted }) => {
  if (!persisted) return;
  renew();
  held.clear();
  for (const form of document.forms) form.ariaBusy = null;
});

/** Reads what the document says at its end. An island that the server could not make begins at once. */
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
