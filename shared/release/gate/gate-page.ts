import { setTimeout as pause } from 'node:timers/promises';
import { AxeBuilder } from '@axe-core/playwright';
import type { Browser, CDPSession, Page } from '@playwright/test';
import type { Box, Measures, Scheme } from './findings';
import type { UnderWay } from './under-way';

/** Milliseconds until an island has to be live: builds may keep the machine busy. */
const LIVE_DEADLINE = 15_000;
/** Milliseconds until a page that is not live is opened anew: at times a browser stops drawing frames for a page. */
const REOPEN_AFTER = 40_000;
/** Milliseconds for effects that do not run at once. */
const EFFECTS = 100;
/** Pixels between two points at which the page is asked what stands in front. */
const GRID = 40;
const IMPACTS: readonly unknown[] = ['serious', 'critical'];
/** Of axe's rules, those that read colours: a colour scheme changes nothing else. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block'];

/** A page in a context of its own, made live. */
export interface GatePage {
  /** What it has said or thrown so far. */
  readonly output: readonly string[];
  /** Islands that did not become live. */
  readonly dead: readonly string[];
  /** Whether an island of the team stands on it. */
  readonly hasOwn: boolean;
  setScheme(scheme: Scheme): Promise<void>;
  /** Looks for elements in front of others only where `covering` says so: it takes time. */
  measure(covering: boolean): Promise<Measures>;
  /** Serious and critical findings of axe inside the team's islands. */
  violations(scheme: Scheme): Promise<{ readonly id: string; readonly what: string }[]>;
  /** The whole page as it is. */
  picture(): Promise<Buffer>;
  /** The whole page with the team's islands in these heights, and painted over. */
  pictureOfOthers(heights: Heights): Promise<Buffer>;
  close(): Promise<void>;
}

/** Pixels by an island's id. */
export type Heights = Readonly<Record<string, number>>;

declare global {
  interface Window {
    /** What the gate's own code finds in the page. */
    browserGate: { boxOf(place: Element): Box };
  }
}

/** Runs in the page. The place of an island has no box of its own, or that of what stands in it. */
function addHelpers(): void {
  window.browserGate = {
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

interface Options {
  readonly url: string;
  readonly width: number;
  /** Selects the team's islands. */
  readonly own: string;
  readonly underWay: UnderWay;
}

/** Rejects when a page hangs twice. */
export async function openGatePage(browser: Browser, options: Options): Promise<GatePage> {
  return (await openOnce(browser, options)) ?? (await openOnce(browser, options)) ?? hangs(options);
}

function hangs({ url, width }: Options): never {
  throw new Error(`${url} at ${String(width)} px hangs: its scripts do not end, or nothing is drawn`);
}

/** `null` when the page hangs. */
async function openOnce(browser: Browser, { url, width, own, underWay }: Options): Promise<GatePage | null> {
  const step = <Value>(name: string, act: () => Promise<Value>) =>
    underWay.run(`${name} ${url} at ${String(width)} px`, act);
  const context = await browser.newContext({
    viewport: { width, height: width < 600 ? 740 : 900 },
    locale: 'uk-UA',
    reducedMotion: 'reduce',
    colorScheme: 'light',
  });
  // Whatever compiles functions that go to the page may name them by this helper.
  await context.addInitScript('globalThis.__name = (value) => value');
  await context.addInitScript(addHelpers);
  const page = await context.newPage();
  const output: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error' || message.text().includes(' stays as the server rendered it')) {
      const { url: at } = message.location();
      // A failed request names its address there only.
      output.push(message.text().startsWith('Failed to load') ? `${message.text()} ${at}` : message.text());
    }
  });
  page.on('pageerror', (error) => output.push(error.message));
  await step('opening', () => page.goto(url));
  const making = step('making live', () => makeLive(page));
  // A page that is closed rejects it.
  making.catch(() => undefined);
  const late = pause(REOPEN_AFTER, null, { ref: false });
  const dead = await Promise.race([making, late]);
  if (dead === null) {
    await context.close();
    return null;
  }
  const session = await context.newCDPSession(page);
  return {
    output,
    dead,
    hasOwn: (await page.locator(own).count()) > 0,
    setScheme: async (colorScheme) => {
      await step('the colour scheme of', async () => {
        await page.emulateMedia({ reducedMotion: 'reduce', colorScheme });
        await settle(page);
      });
    },
    measure: (covering) => step('measuring', () => measure(page, own, covering)),
    violations: (scheme) => step('axe on', () => violations(page, own, scheme)),
    picture: () => step('a picture of', () => capture(session)),
    pictureOfOthers: async (heights) => {
      await step('painting over', () => paintOver(page, own, heights));
      const picture = await step('a picture of', () => capture(session));
      await page.evaluate(() => {
        for (const paint of document.querySelectorAll('[data-browser-gate]')) paint.remove();
        for (const place of document.querySelectorAll('[data-island]')) place.removeAttribute('style');
      });
      return picture;
    },
    close: () => context.close(),
  };
}

/** Does what a visitor does that looks at all of a page. Resolves to the islands that stayed dead. */
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
  await page.waitForTimeout(EFFECTS);
  return dead;
}

const settle = (page: Page) =>
  page.evaluate(async () => {
    for (let frame = 0; frame < 2; frame += 1) await new Promise(requestAnimationFrame);
    for (const animation of document.getAnimations()) {
      if (animation.effect?.getComputedTiming().endTime !== Infinity) animation.finish();
    }
  });

const measure = (page: Page, own: string, withCovering: boolean): Promise<Measures> =>
  page.evaluate(
    async ([selector, grid, looksForCovering]) => {
      const root = document.documentElement;
      const places = [...document.querySelectorAll<HTMLElement>('[data-island]')];
      const idOf = (element: Element | null | undefined) => element?.getAttribute('data-island') ?? '';
      const islands = places.map((place) => {
        const outer = place.parentElement?.closest('[data-island]');
        return {
          id: idOf(place),
          within: outer ? idOf(outer) : null,
          ...window.browserGate.boxOf(place),
        };
      });
      const covering = new Map<string, { id: string; element: string }>();
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
            covering.set(idOf(place), { id: idOf(place), element: name });
          }
        }
      }
      if (isSought) {
        window.scrollTo({ top: 0, behavior: 'instant' });
        for (let frame = 0; frame < 3; frame += 1) await new Promise(requestAnimationFrame);
      }
      return { islands, sideways: root.scrollWidth - root.clientWidth, covering: [...covering.values()] };
    },
    [own, GRID, withCovering] as const,
  );

async function violations(page: Page, own: string, scheme: Scheme) {
  const axe = new AxeBuilder({ page }).include(own).setLegacyMode();
  const { violations: found } = await (scheme === 'dark' ? axe.withRules(COLOUR_RULES) : axe).analyze();
  const serious = found.filter(({ impact }) => IMPACTS.includes(impact));
  const places = await Promise.all(
    serious.flatMap(({ id, help, nodes }) =>
      nodes.map(async ({ target }) => {
        const selector = target.join(' ');
        const island = await page
          .locator(selector)
          .first()
          .evaluate((element) => element.closest('[data-island]')?.getAttribute('data-island') ?? '');
        return { id: island, what: `axe: ${help} (${id}) at ${selector}` };
      }),
    ),
  );
  return places;
}

const paintOver = (page: Page, own: string, heights: Heights) =>
  page.evaluate(
    ([selector, wanted]) => {
      const places = [...document.querySelectorAll<HTMLElement>(selector)];
      for (const place of places) {
        const height = wanted[place.dataset['island'] ?? ''] ?? 0;
        const same = Math.abs(window.browserGate.boxOf(place).height - height) < 0.1;
        // Of another height it would move all that follows.
        Object.assign(place.style, {
          display: 'flow-root',
          height: `${String(height)}px`,
          overflow: same ? 'visible' : 'clip',
        });
      }
      for (const place of places) {
        const { x, y, width, height } = place.getBoundingClientRect();
        const paint = document.createElement('div');
        paint.setAttribute('data-browser-gate', '');
        Object.assign(paint.style, {
          ...{ position: 'absolute', background: '#888', zIndex: '2147483647' },
          ...{ left: `${String(Math.floor(x))}px`, top: `${String(Math.floor(y + scrollY))}px` },
          ...{ width: `${String(Math.ceil(width) + 1)}px`, height: `${String(Math.ceil(height) + 1)}px` },
        });
        document.body.append(paint);
      }
    },
    [own, heights] as const,
  );

/** By the protocol itself: packing a picture well would cost more than taking it. */
async function capture(session: CDPSession): Promise<Buffer> {
  const { data } = await session.send('Page.captureScreenshot', {
    format: 'png',
    captureBeyondViewport: true,
    optimizeForSpeed: true,
    ...(await clipOf(session)),
  });
  return Buffer.from(data, 'base64');
}

async function clipOf(session: CDPSession) {
  const { cssContentSize, cssLayoutViewport } = await session.send('Page.getLayoutMetrics');
  return {
    clip: { x: 0, y: 0, width: cssLayoutViewport.clientWidth, height: cssContentSize.height, scale: 1 },
  };
}
