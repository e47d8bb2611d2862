import { setTimeout as pause } from 'node:timers/promises';
import { AxeBuilder } from '@axe-core/playwright';
import type { Browser, Page, ViewportSize } from '@playwright/test';
import { messageOf } from '@vidlunnia/settings/machine';

/** A fault of a page. */
export interface Fault {
  /** Id of the island with the fault, or `the page`. */
  readonly where: string;
  /** Describes the fault; follows `where` in a sentence. */
  readonly what: string;
}

/** Limit for a running script to stop. */
const STOP_DEADLINE_MS = 5_000;

export interface Visit {
  readonly browser: Browser;
  readonly url: string;
  readonly viewport: ViewportSize;
  /** Limit for the visit. An island or a link has a quarter of it to become live. */
  readonly deadlineMs: number;
}

/**
 * Opens a page in a new profile and calls `walk`, which adds faults and may measure the scripts' processor time so far,
 * in seconds. Resolves to the faults, to the browser's own errors, and to what the page's scripts did to the browser's
 * storage. If a script does not end, that is the only fault.
 */
export async function visit(
  { browser, url, viewport, deadlineMs }: Visit,
  walk: (page: Page, faults: Fault[], measure: () => Promise<number>) => Promise<void>,
): Promise<readonly Fault[]> {
  const context = await browser.newContext({ viewport, locale: 'uk-UA', reducedMotion: 'reduce' });
  context.setDefaultTimeout(deadlineMs / 4);
  try {
    const page = await context.newPage();
    // tsx wraps named functions in a helper that a page lacks.
    await page.addInitScript('globalThis.__name = (named) => named');
    const { stopScript, scriptSeconds } = await inspect(page);
    const faults: Fault[] = [];
    await watch(page, new URL(url).origin, faults);
    await page.addInitScript((key) => {
      sessionStorage.setItem(key, '');
      localStorage.setItem(key, '');
    }, KEPT);
    // No limit here: the visit’s limit names the script that hangs.
    const walking = page.goto(url, { timeout: 0 }).then(async () => {
      await walk(page, faults, scriptSeconds);
      faults.push(...(await storageFaults(page)));
    });
    const ended = walking.then(
      () => true,
      (error: unknown) => {
        // A page that was left has no more to show.
        if (faults.length === 0)
          faults.push({ where: 'the page', what: messageOf(error).split('\n', 1).join() });
        return true;
      },
    );
    if (await Promise.race([ended, pause(deadlineMs, false, { ref: false })])) return faults;
    const place = await stopScript();
    const what = place === null ? 'is not complete in time' : `hangs: a script does not end, at ${place}`;
    return [{ where: 'the page', what }];
  } finally {
    await context.close();
  }
}

/** What somebody else keeps in the browser's storage. */
const KEPT = 'kept-by-others';

/** Cookies and storage that the page's scripts set or removed. The live page's are known. */
async function storageFaults(page: Page): Promise<Fault[]> {
  const cookies = await page.context().cookies();
  const stored = await page.evaluate(() => ({
    localStorage: Object.keys(localStorage),
    sessionStorage: Object.keys(sessionStorage),
  }));
  const faults = cookies.map(({ name }) => `sets the cookie “${name}”`);
  for (const [area, keys] of Object.entries(stored)) {
    if (!keys.includes(KEPT)) faults.push(`removes what others keep in ${area}`);
    for (const key of keys) if (key !== KEPT) faults.push(`keeps “${key}” in ${area}`);
  }
  return faults.map((what) => ({ where: 'the page', what }));
}

/** Functions that stop the running script, and that measure the page's scripts. */
async function inspect(page: Page): Promise<{
  /** Resolves to the script's place, or to `null` when none runs. */
  readonly stopScript: () => Promise<string | null>;
  /** Their processor time so far. Time in which the machine does other work does not count. */
  readonly scriptSeconds: () => Promise<number>;
}> {
  const session = await page.context().newCDPSession(page);
  // A page that hangs would no longer respond to this.
  await session.send('Debugger.enable');
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  const scriptSeconds = async () => {
    const { metrics } = await session.send('Performance.getMetrics');
    return metrics.find(({ name }) => name === 'ScriptDuration')?.value ?? 0;
  };
  const stopScript = () => {
    const stopped = new Promise<string | null>((resolve) => {
      session.once('Debugger.paused', ({ callFrames: [frame] }) => {
        const { lineNumber = 0, columnNumber = 0 } = frame?.location ?? {};
        resolve(frame ? `${frame.url}:${String(lineNumber + 1)}:${String(columnNumber + 1)}` : null);
      });
    });
    session.send('Debugger.pause').catch(() => undefined);
    return Promise.race([stopped, pause(STOP_DEADLINE_MS, null, { ref: false })]);
  };
  return { stopScript, scriptSeconds };
}

/** Adds what a page logs as an error or throws from now on, and how it leaves its address. It never leaves the site. */
async function watch(page: Page, origin: string, faults: Fault[]): Promise<void> {
  const hear = (line: string) => {
    const [island = 'the page'] = /\b[a-z0-9]+\/[A-Z]\w+/.exec(line) ?? [];
    const what = `says in the console: ${line.split('\n', 3).join(' ').slice(0, 300)}`;
    faults.push({ where: island, what });
  };
  page.on('console', (message) => {
    const text = message.text();
    // Only the location has the address of a failed request.
    if (message.type() === 'error')
      hear(text.startsWith('Failed to load') ? `${text} ${message.location().url}` : text);
  });
  page.on('pageerror', (error) => {
    hear(error.stack ?? error.message);
  });
  let isOpened = false;
  page.on('request', (request) => {
    if (!request.isNavigationRequest()) return;
    if (isOpened) faults.unshift({ where: 'the page', what: `leaves for ${request.url()}` });
    isOpened = true;
  });
  page.on('popup', (opened) => {
    faults.unshift({ where: 'the page', what: `opens a window: ${opened.url()}` });
    void opened.close();
  });
  await page.route(
    (url) => url.origin !== origin,
    // A page that gets no content stays.
    (route) => (route.request().isNavigationRequest() ? route.fulfill({ status: 204 }) : route.abort()),
  );
}

/** Has the shell take over the page's links, as it does at a visitor's first key. */
export async function wake(page: Page): Promise<void> {
  // The browser drops real keys before the first frame.
  await page.evaluate(() => dispatchEvent(new KeyboardEvent('keydown')));
  await page.locator('html[data-follows-links]').waitFor({ state: 'attached' });
  // The browser renders what the server lacked.
  if (!(await isComplete(page))) await page.waitForLoadState('networkidle');
}

/** Whether the server rendered every island. */
export const isComplete = async (page: Page): Promise<boolean> => (await startOf(page)).complete === true;

/** Makes everything on the page live and visible. Resolves to the islands that stayed dead, as faults. */
export async function makeLive(page: Page): Promise<Fault[]> {
  await wake(page);
  const ids = Object.keys((await startOf(page)).islands ?? {});
  await page.evaluate((wanted) => {
    for (const id of wanted)
      document
        .querySelector(`[data-island="${id}"] > *`)
        ?.dispatchEvent(new PointerEvent('pointerover', { bubbles: true }));
    for (const image of document.images) image.loading = 'eager';
  }, ids);
  const isSettled = (wanted: readonly string[]) =>
    wanted.every((id) => document.querySelector(`[data-island="${id}"][data-live]`));
  await page.waitForFunction(isSettled, ids).catch(() => undefined);
  const dead = await page.evaluate(async (wanted) => {
    await document.fonts.ready;
    await Promise.all([...document.images].map((image) => image.decode().catch(() => undefined)));
    return wanted.filter((id) => !document.querySelector(`[data-island="${id}"][data-live="true"]`));
  }, ids);
  return dead.map((where) => ({ where, what: 'crashed, or did not become live' }));
}

/** The part of a document's start data that the gate reads. */
interface Start {
  /** Whether the server rendered every island. */
  readonly complete?: boolean;
  /** Islands with behaviour. */
  readonly islands?: object;
}

const startOf = (page: Page): Promise<Start> =>
  page.evaluate(() => JSON.parse(document.getElementById('page-start')?.textContent ?? '{}') as Start);

export type Scheme = 'light' | 'dark';

/** The axe rules that check colours: a colour scheme changes nothing else. */
const COLOURS = ['color-contrast', 'link-in-text-block'];
/** The axe rules that one island can break for the whole page. */
const STRUCTURE = /^(?:heading-order|landmark-|page-has-heading-one)/;

/** What axe reports of a page: its structure, and serious problems. */
export async function axeFaults(page: Page, scheme: Scheme): Promise<Fault[]> {
  const axe = new AxeBuilder({ page }).setLegacyMode();
  const { violations } = await (scheme === 'dark' ? axe.withRules(COLOURS) : axe).analyze();
  const counted = violations.filter(
    ({ id, impact }) => STRUCTURE.test(id) || impact === 'serious' || impact === 'critical',
  );
  return Promise.all(
    counted.flatMap(({ id, help, nodes }) =>
      nodes.map(async ({ target }) => ({
        where: await page
          .locator(target.join(' '))
          .first()
          .evaluate((element) => element.closest('[data-island]')?.getAttribute('data-island') ?? 'the page'),
        what: `axe: ${help} (${id}) at ${target.join(' ')}, ${scheme}`,
      })),
    ),
  );
}

/** Faults of a remote's islands in the layout of a page, and of the ids that all islands share. */
export const layoutFaults = (page: Page, remote: string): Promise<Fault[]> =>
  page.evaluate((own) => {
    const faults: Fault[] = [];
    const islandOf = (element: Element) =>
      element.closest('[data-island]')?.getAttribute('data-island') ?? 'the page';
    const islands = [...document.querySelectorAll('[data-island]')].map((place) => {
      // An island's element has no box of its own; its content has.
      const content = document.createRange();
      content.selectNodeContents(place);
      return { id: islandOf(place), place, box: content.getBoundingClientRect() };
    });
    const owned = islands.filter(({ id }) => id.startsWith(own));
    for (const { id, place, box } of owned) {
      if (box.height < 1) faults.push({ where: id, what: 'has no height' });
      for (const other of islands) {
        if (other.id.startsWith(own) || place.contains(other.place) || other.place.contains(place)) continue;
        const width = Math.min(box.right, other.box.right) - Math.max(box.left, other.box.left);
        const height = Math.min(box.bottom, other.box.bottom) - Math.max(box.top, other.box.top);
        // A smaller overlap is rounding.
        if (width > 1 && height > 1) faults.push({ where: id, what: `overlaps ${other.id}` });
      }
    }

    const { scrollWidth, clientWidth } = document.documentElement;
    const [widest] = owned.sort((one, other) => other.box.right - one.box.right);
    if (scrollWidth > clientWidth)
      faults.push({
        where: widest?.id ?? 'the page',
        what: `makes the page scroll sideways by ${String(scrollWidth - clientWidth)} px`,
      });

    const covering = new Set<string>();
    for (const control of document.querySelectorAll('a, button, input, select, textarea')) {
      if (islandOf(control).startsWith(own)) continue;
      control.scrollIntoView({ block: 'center', behavior: 'instant' });
      const { x, y, width, height } = control.getBoundingClientRect();
      const top = width > 0 ? document.elementFromPoint(x + width / 2, y + height / 2) : null;
      const id = top ? islandOf(top) : '';
      if (!id.startsWith(own) || covering.has(id) || top?.contains(control)) continue;
      covering.add(id);
      faults.push({ where: id, what: `covers “${control.textContent.trim()}” in ${islandOf(control)}` });
    }
    window.scrollTo({ top: 0, behavior: 'instant' });

    for (const element of document.querySelectorAll('[id]')) {
      const first = document.getElementById(element.id);
      if (first && first !== element)
        faults.push({
          where: islandOf(element),
          what: `repeats the id “${element.id}” of ${islandOf(first)}`,
        });
    }
    for (const { hash, pathname } of document.querySelectorAll<HTMLAnchorElement>('header a[href*="#"]'))
      if (pathname === location.pathname && !document.getElementById(hash.slice(1)))
        faults.push({ where: 'the page', what: `has nothing at the menu’s link ${hash}` });
    return faults;
  }, `${remote}/`);

/** Faults of what a remote's islands say: texts that nobody can see, and values that are no text. */
export const textFaults = (page: Page, remote: string): Promise<Fault[]> =>
  page.evaluate((own) => {
    const faults: Fault[] = [];
    for (const place of document.querySelectorAll<HTMLElement>(`[data-island^="${own}/"]`)) {
      const where = place.dataset['island'] ?? '';
      const texts = document.createTreeWalker(place, NodeFilter.SHOW_TEXT);
      let [all, seen] = [0, 0];
      while (texts.nextNode()) {
        const { data, parentElement } = texts.currentNode as Text;
        if (!parentElement || parentElement.closest('script, style, option')) continue;
        const { length } = data.trim();
        all += length;
        const visible = parentElement.checkVisibility({ opacityProperty: true, visibilityProperty: true });
        if (visible) seen += length;
        const [value] = /\b(?:undefined|null|NaN)\b|\[object \w+\]/.exec(data) ?? [];
        if (value) faults.push({ where, what: `says “${value}” in ${parentElement.localName}` });
      }
      if (seen * 2 < all) faults.push({ where, what: 'hides most of its text' });
    }
    return faults;
  }, remote);
