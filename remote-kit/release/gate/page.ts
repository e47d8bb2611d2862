import { setTimeout as pause } from 'node:timers/promises';
import type { Browser, Page } from '@playwright/test';
import { messageOf } from '../../process/errors';
import type { Box, Measures, Structure } from './findings';

/** Milliseconds until an island has to be live: builds may keep the machine busy. */
const LIVE_DEADLINE = 15_000;
/** Milliseconds for effects that do not run at once. */
const EFFECTS = 100;
/** Milliseconds until a page is opened again: a busy browser sometimes draws no frame for a page. */
const REOPEN_AFTER = 30_000;
/** Milliseconds until a script that runs has stopped. */
const PAUSE_DEADLINE = 5_000;
/** Pixels between two points at which the page is asked which element is in front. */
const GRID = 40;

declare global {
  interface Window {
    /** The gate's own code in the page. */
    gate: { boxOf(place: Element): Box };
  }
}

/** Runs in the page. The place of an island has no box of its own, or that of its children. */
function addHelpers(): void {
  window.gate = {
    boxOf: (place) => {
      const boxes = [...place.children].map((child) => child.getBoundingClientRect());
      const shown = boxes.filter(({ width, height }) => width > 0 || height > 0);
      if (shown.length === 0) return { x: 0, y: 0, width: 0, height: 0 };
      const x = Math.min(...shown.map(({ left }) => left)) + scrollX;
      const y = Math.min(...shown.map(({ top }) => top)) + scrollY;
      const width = Math.max(...shown.map(({ right }) => right)) + scrollX - x;
      return { x, y, width, height: Math.max(...shown.map(({ bottom }) => bottom)) + scrollY - y };
    },
  };
}

export interface OpenPage {
  readonly page: Page;
  /** Errors of the console and of scripts so far. */
  readonly output: readonly string[];
  /** Islands that did not become live. */
  readonly dead: readonly string[];
}

/** Opens a page in a context of its own and makes it live. Rejects with what a visitor meets instead. */
export async function openPage(browser: Browser, url: string, isLast = false): Promise<OpenPage> {
  const context = await browser.newContext();
  const page = await context.newPage();
  const stopScript = await debug(page);
  await page.addInitScript(addHelpers);
  const output = watch(page);
  const departures = await watchDepartures(page, new URL(url).origin);
  const opening = page.goto(url).then(() => makeLive(page));
  // Closing the page rejects it.
  opening.catch(() => undefined);
  try {
    const dead = await Promise.race([opening, pause(REOPEN_AFTER, null, { ref: false })]);
    if (departures[0] !== undefined) throw new Error(departures[0]);
    if (dead) return { page, output, dead };
  } catch (error) {
    throw new Error(departures[0] ?? messageOf(error).split('\n', 1).join(), { cause: error });
  }
  const place = await stopScript();
  await context.close();
  if (isLast || place !== null)
    throw new Error(`hangs: a script does not end, at ${place ?? 'no known place'}`);
  return openPage(browser, url, true);
}

/** Resolves to what stops the script that runs and gives its place as browsers name it, or `null` when none runs. */
async function debug(page: Page): Promise<() => Promise<string | null>> {
  const session = await page.context().newCDPSession(page);
  const urls = new Map<string, string>();
  session.on('Debugger.scriptParsed', ({ scriptId, url }) => void urls.set(scriptId, url));
  await session.send('Debugger.enable');
  return () => {
    const stopped = new Promise<string>((resolve) => {
      session.once('Debugger.paused', ({ callFrames: [frame] }) => {
        const { scriptId = '', lineNumber = 0, columnNumber = 0 } = frame?.location ?? {};
        resolve(`${urls.get(scriptId) ?? ''}:${String(lineNumber + 1)}:${String(columnNumber + 1)}`);
      });
    });
    session.send('Debugger.pause').catch(() => undefined);
    return Promise.race([stopped, pause(PAUSE_DEADLINE, null, { ref: false })]);
  };
}

/** The errors that a page logs or throws from now on. */
export function watch(page: Page): readonly string[] {
  const output: string[] = [];
  page.on('console', (message) => {
    const text = message.text();
    if (message.type() !== 'error' && !text.includes(' stays as the server rendered it')) return;
    // A failed request names its address there only.
    output.push(text.startsWith('Failed to load') ? `${text} ${message.location().url}` : text);
  });
  page.on('pageerror', (error) => output.push(error.stack ?? error.message));
  return output;
}

/** How a page leaves the site from now on, in words. It does not get there. */
export async function watchDepartures(page: Page, origin: string): Promise<string[]> {
  const departures: string[] = [];
  page.on('popup', (opened) => void departures.push(`opens a window: ${opened.url()}`));
  await page.route(
    (url) => url.origin !== origin,
    (route) => {
      const request = route.request();
      if (request.isNavigationRequest()) departures.push(`leaves the site for ${request.url()}`);
      return route.abort();
    },
  );
  return departures;
}

/** Does what a visitor does who looks at all of a page. Resolves to the islands that stayed dead. */
async function makeLive(page: Page): Promise<string[]> {
  await page.keyboard.press('Shift');
  const dead = await page.evaluate(async (deadline) => {
    const isLive = (element: Element | null) =>
      element !== null && Object.keys(element).some((key) => key.startsWith('__reactFiber$'));
    const { islands } = JSON.parse(document.getElementById('page-start')?.textContent ?? '{}') as {
      islands?: object;
    };
    const contentOf = (id: string) => document.querySelector(`[data-island="${id}"] > *`);
    let waiting = Object.keys(islands ?? {});
    for (let y = 0; y < document.documentElement.scrollHeight; y += window.innerHeight) {
      window.scrollTo({ top: y, behavior: 'instant' });
      await new Promise(requestAnimationFrame);
    }
    for (const id of waiting)
      contentOf(id)?.dispatchEvent(new PointerEvent('pointerover', { bubbles: true }));
    for (const end = Date.now() + deadline; Date.now() < end;) {
      waiting = waiting.filter((id) => !isLive(contentOf(id)));
      if (waiting.length === 0 && isLive(document.getElementById('main'))) break;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    window.scrollTo({ top: 0, behavior: 'instant' });
    for (let frame = 0; frame < 3; frame += 1) await new Promise(requestAnimationFrame);
    await document.fonts.ready;
    await Promise.all([...document.images].map((image) => image.decode().catch(() => undefined)));
    return waiting;
  }, LIVE_DEADLINE);
  await pause(EFFECTS);
  return dead;
}

/** Resolves when the shell takes the clicks on links. */
export async function makeNavigable(page: Page): Promise<void> {
  await page.keyboard.press('Shift');
  await page.waitForFunction(() =>
    Object.keys(document.getElementById('main') ?? {}).some((key) => key.startsWith('__reactFiber$')),
  );
}

export const settle = (page: Page) =>
  page.evaluate(async () => {
    for (let frame = 0; frame < 2; frame += 1) await new Promise(requestAnimationFrame);
    for (const animation of document.getAnimations()) {
      if (animation.effect?.getComputedTiming().endTime !== Infinity) animation.finish();
    }
  });

/** The text that a visitor reads between header and footer. */
export const textOf = (page: Page): Promise<string> =>
  page.evaluate(() => document.querySelector('main')?.innerText.replaceAll(/\s+/g, ' ') ?? '');

/** Ids, headings and targets of links on a whole page. */
export const structureOf = (page: Page): Promise<Structure> =>
  page.evaluate(() => {
    const idOf = (element: Element) =>
      element.closest('[data-island]')?.getAttribute('data-island') ?? 'the page';
    const seen = new Set<string>();
    const repeated = [...document.querySelectorAll('[id]')].filter(
      ({ id }) => seen.size === seen.add(id).size,
    );
    const headings = [...document.querySelectorAll('h1, h2, h3, h4, h5, h6')];
    const levelOf = (heading: Element | undefined) => Number(heading?.localName.slice(1) ?? 0);
    const skipping = headings.filter((heading, index) => levelOf(heading) > levelOf(headings[index - 1]) + 1);
    const links = [...document.querySelectorAll<HTMLAnchorElement>('header a[href*="#"]')];
    const targets = links.map(({ hash }) => [hash, document.getElementById(hash.slice(1))] as const);
    return {
      repeated: repeated.map((element) => ({ where: idOf(element), id: element.id })),
      skipping: skipping.map((heading) => ({
        where: idOf(heading),
        heading: heading.outerHTML.slice(0, 80),
      })),
      targets: Object.fromEntries(targets.map(([hash, target]) => [hash, target ? idOf(target) : null])),
    };
  });

/** Looks for elements in front of others only where `covering` says so: it takes time. */
export const measure = (page: Page, own: string, covering: boolean): Promise<Measures> =>
  page.evaluate(
    async ([selector, grid, looksForCovering]) => {
      const root = document.documentElement;
      const places = [...document.querySelectorAll<HTMLElement>('[data-island]')];
      const idOf = (element: Element | null | undefined) => element?.getAttribute('data-island') ?? '';
      const islands = places.map((place) => {
        const within = places.filter((other) => other !== place && other.contains(place)).map(idOf);
        return { id: idOf(place), within, ...window.gate.boxOf(place) };
      });
      const found = new Map<string, { id: string; element: string }>();
      const isSought = looksForCovering && places.some((place) => place.matches(selector));
      for (let top = 0; isSought && top < root.scrollHeight; top += innerHeight) {
        window.scrollTo({ top, behavior: 'instant' });
        for (let y = grid / 2; y < innerHeight; y += grid) {
          for (let x = grid / 2; x < root.clientWidth; x += grid) {
            const element = document.elementFromPoint(x, y);
            const place = element?.closest('[data-island]');
            if (!element || !place?.matches(selector)) continue;
            const box = islands[places.indexOf(place as HTMLElement)];
            const absolute = y + scrollY;
            const isInside =
              box &&
              x > box.x - 1 &&
              x < box.x + box.width + 1 &&
              absolute > box.y - 1 &&
              absolute < box.y + box.height + 1;
            if (isInside) continue;
            const classes = element.getAttribute('class');
            const name = `<${element.localName}${classes ? ` class="${classes}"` : ''}>`;
            found.set(idOf(place), { id: idOf(place), element: name });
          }
        }
      }
      if (isSought) {
        window.scrollTo({ top: 0, behavior: 'instant' });
        for (let frame = 0; frame < 3; frame += 1) await new Promise(requestAnimationFrame);
      }
      return { islands, sideways: root.scrollWidth - root.clientWidth, covering: [...found.values()] };
    },
    [own, GRID, covering] as const,
  );

/**
 * Gives the team's islands these heights in pixels, so that a new height moves nothing that follows; `null` gives them
 * their own back.
 */
export const holdHeights = (
  page: Page,
  own: string,
  heights: readonly { readonly id: string; readonly height: number }[] | null,
) =>
  page.evaluate(
    ([selector, held]) => {
      for (const place of document.querySelectorAll<HTMLElement>(selector)) {
        if (!held) {
          place.removeAttribute('style');
          continue;
        }
        const height = held.find(({ id }) => id === place.dataset['island'])?.height ?? 0;
        const same = Math.abs(window.gate.boxOf(place).height - height) < 0.1;
        Object.assign(place.style, {
          display: 'flow-root',
          height: `${String(height)}px`,
          overflow: same ? 'visible' : 'clip',
        });
      }
    },
    [own, heights] as const,
  );
