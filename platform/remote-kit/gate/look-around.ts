import { chromium, type Page } from '@playwright/test';
import { inParallel } from '@vidlunnia/releases/versioned-store';
import { BROWSER_ARGUMENTS } from '../process/find-browser';
import { siteOfKit } from '../site/site';
import {
  axeFaults,
  isComplete,
  layoutFaults,
  textFaults,
  makeLive,
  visit,
  wake,
  type Fault,
  type Scheme,
  type Visit,
} from './visit';

const SCHEMES: readonly Scheme[] = ['light', 'dark'];
const WIDE = { width: 1440, height: 900 };
const NARROW = { width: 360, height: 740 };
const views = () => [
  { page: siteOfKit().tour.page, viewport: WIDE, isTour: true },
  ...siteOfKit().comparedPages.flatMap((page) =>
    [WIDE, NARROW].map((viewport) => ({ page, viewport, isTour: false })),
  ),
];

/** What a visitor sees on a page, or on a tour by links. */
export interface Sight {
  /** Name of the page. */
  readonly name: string;
  readonly width: number;
  readonly faults: readonly Fault[];
  /** Heights of the team's islands. */
  readonly heights: Heights;
  /** Processor time of the page's scripts until all islands are live, in seconds. */
  readonly scriptSeconds: number;
  /** Pictures of the page without the team's islands, by their schemes. */
  readonly pictures: ReadonlyMap<Scheme, Buffer>;
}

type Heights = Readonly<Record<string, number>>;

interface Looking {
  readonly executablePath: string;
  readonly signal: AbortSignal;
  /** The live pages, to compare with. */
  readonly live?: readonly Sight[] | undefined;
  /** Limit for one visit. A busy machine needs less. */
  readonly deadlineMs?: number;
}

/** Looks at the golden pages as a visitor does. */
export async function lookAround(
  origin: string,
  remote: string,
  { executablePath, signal, live, deadlineMs = 120_000 }: Looking,
): Promise<readonly Sight[]> {
  // The command ends the browser itself.
  const signals = { handleSIGINT: false, handleSIGTERM: false, handleSIGHUP: false };
  const browser = await chromium.launch({ executablePath, args: [...BROWSER_ARGUMENTS], ...signals });
  signal.addEventListener('abort', () => void browser.close(), { once: true });
  const sights: Sight[] = [];
  try {
    await inParallel([...views().entries()], 2, async ([index, { page, viewport, isTour }]) => {
      // A script that never ends costs the whole limit in every view.
      if (sights.some(({ faults }) => faults.some(isHanging))) return;
      const to = { browser, url: origin + page, viewport, deadlineMs };
      const name = isTour ? `${page} and on by links` : page;
      const see = async () =>
        isTour
          ? { ...NOTHING, faults: await visit(to, followLinks) }
          : look(to, remote, live?.find(isOf(name, viewport)));
      let seen = await see();
      // Look again: a busy machine may have cut the look short. A page that hangs has no more to show.
      if (!live && seen.faults.length > 0 && !seen.faults.some(isHanging)) {
        const again = await see();
        seen = { ...again, faults: [...seen.faults, ...again.faults] };
      }
      sights[index] = { name, width: viewport.width, ...seen };
    });
  } finally {
    await browser.close();
  }
  signal.throwIfAborted();
  return Object.values(sights);
}

const NOTHING = { heights: {}, scriptSeconds: 0, pictures: new Map<Scheme, Buffer>() };

const isHanging = ({ what }: Fault) => what.startsWith('hangs');

const isOf =
  (name: string, { width }: { readonly width: number }) =>
  (sight: Sight) =>
    sight.name === name && sight.width === width;

/** Faults that the live pages do not have, as sentences, and the pictures that differ. */
export interface Differences {
  readonly findings: readonly string[];
  readonly pictures: readonly { readonly title: string; readonly live: Buffer; readonly fresh: Buffer }[];
}

export function compare(live: readonly Sight[], fresh: readonly Sight[]): Differences {
  const pictures: Differences['pictures'][number][] = [];
  const findings = new Map<string, Fault & { readonly name: string; readonly widths: Set<number> }>();
  for (const { name, width, ...after } of fresh) {
    const before = live.find(isOf(name, { width }));
    const known = new Set(before?.faults.map(withoutVersions));
    const faults = after.faults.filter((fault) => !known.has(withoutVersions(fault)));
    for (const [scheme, picture] of before?.pictures ?? []) {
      const changed = after.pictures.get(scheme);
      if (!changed || picture.equals(changed)) continue;
      faults.push({ where: 'the page', what: `changes outside of the team’s islands, ${scheme}` });
      pictures.push({ title: `${name} at ${String(width)} px, ${scheme}`, live: picture, fresh: changed });
    }
    if (before && after.scriptSeconds > before.scriptSeconds * 2 + MORE_SCRIPT_SECONDS)
      faults.push({
        where: 'the page',
        what: 'its scripts take far more processor time than on the live page',
      });
    for (const fault of faults) {
      const key = `${name} ${fault.where} ${fault.what}`;
      const finding = findings.get(key) ?? { ...fault, name, widths: new Set() };
      findings.set(key, finding);
      finding.widths.add(width);
    }
  }
  const sentences = [...findings.values()].map(
    ({ where, what, name, widths }) => `${where} on ${name} at ${[...widths].join(' and ')} px: ${what}`,
  );
  return { findings: sentences, pictures };
}

/** Processor time that a release may add to a page's scripts: a visitor's phone is several times slower. */
const MORE_SCRIPT_SECONDS = 0.3;

/** A new release has another version, also in addresses and class names. */
const withoutVersions = ({ where, what }: Fault) => `${where} ${what}`.replace(/[\da-f]{12}/g, '');

/** `live` is the live page. */
async function look(to: Visit, remote: string, live?: Sight) {
  const own = `[data-island^="${remote}/"]`;
  const pictures = new Map<Scheme, Buffer>();
  let heights: Heights = {};
  let scriptSeconds = 0;
  const faults = await visit(to, async (page, found, measure) => {
    found.push(...(await makeLive(page)));
    scriptSeconds = await measure();
    // A release does not affect a page without the team's islands.
    if ((await page.locator(own).count()) === 0) return;
    found.push(...(await layoutFaults(page, remote)), ...(await textFaults(page, remote)));
    // One width is enough for axe: the narrowest, where elements are closest together.
    for (const scheme of to.viewport === NARROW ? SCHEMES : []) {
      await page.emulateMedia({ colorScheme: scheme });
      found.push(...(await axeFaults(page, scheme)));
    }
    heights = await holdHeights(page, own, live?.heights ?? null);
    for (const scheme of SCHEMES) {
      await page.emulateMedia({ colorScheme: scheme });
      pictures.set(scheme, await settledPicture(page, own, live?.pictures.get(scheme)));
    }
  });
  return { faults, heights, scriptSeconds, pictures };
}

/** Pictures of one page at most. */
const MAX_PICTURES = 5;

/**
 * A picture that equals the live one, or the one before it: on a busy machine, a page may still be changing when the
 * first is taken.
 */
async function settledPicture(page: Page, masked: string, live?: Buffer): Promise<Buffer> {
  const take = () =>
    page.screenshot({ fullPage: true, animations: 'disabled', mask: [page.locator(masked)] });
  let picture = await take();
  for (let taken = 1; taken < MAX_PICTURES && !live?.equals(picture); taken += 1) {
    const before = picture;
    picture = await take();
    if (before.equals(picture)) break;
  }
  return picture;
}

/** Gives islands the heights that they have in the live page, so that a new height moves nothing. */
const holdHeights = (page: Page, own: string, live: Heights | null): Promise<Heights> =>
  page.locator(own).evaluateAll((places, held) => {
    // An island's element has no box of its own.
    for (const { style } of places) style.display = 'flow-root';
    const sizes = places.map((place) => [place, place.getBoundingClientRect().height] as const);
    for (const [{ dataset, style }, height] of held ? sizes : []) {
      const wanted = held?.[dataset['island'] ?? ''] ?? 0;
      if (Math.abs(wanted - height) > 0.1) style.cssText += `height: ${String(wanted)}px; overflow: clip`;
    }
    return Object.fromEntries(sizes.map(([{ dataset }, height]) => [dataset['island'] ?? '', height]));
  }, live);

/** Follows links from page to page. Each page must show the text that the server renders there. */
async function followLinks(page: Page, faults: Fault[]): Promise<void> {
  await wake(page);
  for (const selector of siteOfKit().tour.links) {
    const link = page.locator(selector).first();
    const address = (await link.getAttribute('href')) ?? '';
    try {
      await link.click();
      const served = await page.context().newPage();
      await served.goto(new URL(address, page.url()).href);
      if (!(await isComplete(served))) await wake(served);
      const text = await served.evaluate(() => document.querySelector('main')?.innerText);
      await page.waitForFunction((expected) => document.querySelector('main')?.innerText === expected, text);
      await served.close();
    } catch {
      faults.push({
        where: 'the page',
        what: `does not show at the link ${address} what the server renders`,
      });
      return;
    }
  }
}
