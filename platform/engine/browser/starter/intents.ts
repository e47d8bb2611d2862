import { PAGE_START_ELEMENT, readJson, type PageStart, type StartFile } from '../../page/rendered-page';

/** Distance below the window, in window heights, at which an interactive island is made live in advance. */
const NEAR = '200%';

export const wanted = new Set<string>();

const requested = new Set<string>();
/** Intents before the document's data has arrived. */
const early: (string | undefined)[] = [];
/** The data at the end of the document, once it has arrived. */
export let page: PageStart | undefined;
let isStarted = false;

const add = <Tag extends 'link' | 'script'>(tag: Tag, attributes: Partial<HTMLElementTagNameMap[Tag]>) =>
  document.head.appendChild(Object.assign(document.createElement(tag), attributes));

/** Preloads files. A later request uses the preload only with the same hash. */
function preload(files: readonly StartFile[]): void {
  for (const [href, integrity = ''] of files) {
    if (requested.has(href)) continue;
    requested.add(href);
    add('link', { rel: 'preload', as: href.endsWith('.css') ? 'style' : 'script', href, integrity });
  }
}

/** Runs the site's code. Failed files are requested again at the next intent. */
function run(files: readonly StartFile[]): void {
  for (const [src] of files) {
    add('script', { src, async: false }).onerror = () => {
      isStarted = false;
      for (const id of wanted) window.starter.settle(id, false);
    };
  }
}

/** Loads an island's code first, then the page's own code. */
function begin(id?: string): void {
  if (!page) {
    early.push(id);
    return;
  }
  const island = id && page.islands[id];
  const isNew = island && !wanted.has(id);
  if (isNew) {
    wanted.add(id);
    preload([...page.files.remotes, ...island.files]);
  }
  if (!isStarted) {
    isStarted = true;
    run(page.files.shell);
    // A wanted island's files get the whole bandwidth.
    if (!island) preload(page.files.app);
  }
  if (isNew) window.starter.onWanted?.(id);
}

/** The interactive island that contains an event's target. */
export function islandOf(target: EventTarget | null): string | undefined {
  const place = target instanceof Element ? target.closest<HTMLElement>('[data-island]') : null;
  if (!place) return undefined;
  const { island: id = '' } = place.dataset;
  return page && !page.islands[id] ? islandOf(place.parentElement) : id;
}

export const on = <Type extends keyof WindowEventMap>(
  types: readonly Type[],
  listener: (event: WindowEventMap[Type]) => void,
): void => {
  for (const type of types) addEventListener(type, listener, true);
};

on(['pointerdown', 'keydown', 'scroll', 'click', 'input'], ({ target }) => {
  begin(islandOf(target));
});

on(['focusin', 'pointerover'], ({ target }) => {
  const id = islandOf(target);
  if (id) begin(id);
});

// Navigation inside the site needs code and data, so both are requested before the click. A touch is too late for that.
on(['pointerover', 'pointerdown'], ({ target, pointerType }) => {
  const link = target instanceof Element ? target.closest('a') : null;
  const { onPointed } = window.starter;
  if (
    pointerType === 'touch' ||
    !onPointed ||
    !page ||
    link?.origin !== location.origin ||
    link.pathname === location.pathname
  )
    return;
  preload(page.files.remotes);
  onPointed(link.pathname);
});

/** Reads the data at the end of the document. Starts the islands that the server could not render. */
addEventListener('DOMContentLoaded', () => {
  page = readJson<PageStart>(PAGE_START_ELEMENT);
  const near = new IntersectionObserver(
    (entries) => {
      for (const { isIntersecting, target } of entries) if (isIntersecting) begin(islandOf(target));
    },
    { rootMargin: `0px 0px ${NEAR} 0px` },
  );
  for (const [id, island] of Object.entries(page.islands)) {
    const element = document.querySelector(`[data-island="${id}"] > *`);
    if (element) near.observe(element);
    if (island?.data === undefined || page.address !== undefined) begin(id);
  }
  early.forEach(begin);
});
