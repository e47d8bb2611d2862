import { createHash } from 'node:crypto';
import path from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import type { Browser } from '@playwright/test';
import type { Remote } from '../../environment/topology';
import { judgeMeasures, judgeOutput, type Finding, type Measures, type Scheme, type View } from './findings';
import { openGatePage, type GatePage, type Heights } from './gate-page';
import { compare, keepPictures, type Difference } from './pictures';
import type { SeenView, SeenViews } from './seen-views';
import { trackSteps } from './under-way';

/** Golden pages that are looked at, by their names. */
export const PAGES = { home: '/', post: '/blog/golden' } as const;
const WIDTHS = [360, 1440];
/** Milliseconds for all views: more than a busy machine takes, less than people wait for. */
const DEADLINE = 120_000;
const SCHEMES: readonly Scheme[] = ['light', 'dark'];

interface Sides {
  /** Address of the shell without the new release, or what was seen of the same pages before. */
  readonly live: string | SeenViews;
  /** Address of the shell with the new release. */
  readonly fresh: string;
}

/** What a page with the new release is compared with. */
interface LiveSide {
  readonly output: readonly string[];
  readonly dead: readonly string[];
  readonly hasOwn: boolean;
  heights(scheme: Scheme): Promise<Heights>;
  /** What differs from a picture of the other teams' islands, after `heights`; `unknown` where there is no picture. */
  compareOthers(scheme: Scheme, heights: Heights, fresh: Buffer): Promise<Difference | 'unknown' | null>;
  /** The whole page; `null` where it is not open. */
  picture(): Promise<Buffer | null>;
  close(): Promise<void>;
}

export interface CheckedViews {
  readonly findings: readonly Finding[];
  readonly compared: number;
  /** What was seen of the pages with the new release. */
  readonly seen: SeenViews;
}

/**
 * Looks at golden pages with the new release beside the live ones. Leaves pictures of each view with findings in
 * `folder`, if the live pages are open.
 */
export async function checkViews(
  browser: Browser,
  sides: Sides,
  { name }: Remote,
  folder: string,
): Promise<CheckedViews> {
  const isOwn = (id: string) => id.startsWith(`${name}/`);
  const own = `[data-island^="${name}/"]`;
  const underWay = trackSteps();
  const open = (url: string, width: number) => openGatePage(browser, { url, width, own, underWay });

  const views = Object.entries(PAGES).flatMap(([title, address]) =>
    WIDTHS.map(async (width) => {
      const view = { page: address, width };
      const place = `${title}-${String(width)}`;
      const [live, fresh] = await Promise.all([
        typeof sides.live === 'string'
          ? open(sides.live + address, width).then((page) => openSide(page, isOwn))
          : seenSide(sides.live[place]),
        open(sides.fresh + address, width),
      ]);
      const ofPage = [
        ...judgeOutput({ ...view, scheme: null }, isOwn, live.output, fresh.output),
        ...fresh.dead
          .filter((id) => !live.dead.includes(id))
          .map((id) => ({ ...view, scheme: null, where: id, what: 'crashed, or did not become live' })),
      ];
      const findings: Finding[] = [...ofPage];
      // A page without the team's islands gets nothing of a release.
      const schemes = live.hasOwn || fresh.hasOwn ? SCHEMES : [];
      const looks: SeenView['schemes'] = {};
      for (const scheme of schemes) {
        const found = await checkScheme(live, fresh, { ...view, scheme }, isOwn);
        findings.push(...found.findings);
        looks[scheme] = found.look;
        if (found.findings.length + ofPage.length === 0) continue;
        const before = await live.picture();
        if (!before) continue;
        const after = await fresh.picture();
        const difference = found.difference ?? (await compare(before, after));
        await keepPictures(path.join(folder, `${place}-${scheme}`), {
          live: before,
          new: after,
          ...(difference && { difference: difference.picture }),
        });
      }
      await Promise.all([live.close(), fresh.close()]);
      const { output, dead, hasOwn } = fresh;
      const seen: SeenView = { output: [...output], dead: [...dead], hasOwn, schemes: looks };
      return { findings, compared: schemes.length, place, seen };
    }),
  );
  const checked = await underWay.within(DEADLINE, Promise.all(views));
  return {
    findings: checked.flatMap(({ findings }) => findings),
    compared: checked.reduce((sum, { compared }) => sum + compared, 0),
    seen: Object.fromEntries(checked.map(({ place, seen }) => [place, seen])),
  };
}

async function checkScheme(
  live: LiveSide,
  fresh: GatePage,
  view: View & { readonly scheme: Scheme },
  isOwn: (id: string) => boolean,
): Promise<{
  readonly findings: readonly Finding[];
  readonly difference: Difference | null;
  readonly look: NonNullable<SeenView['schemes'][Scheme]>;
}> {
  const { scheme } = view;
  const [heights, after] = await Promise.all([
    live.heights(scheme),
    fresh.setScheme(scheme).then(() => fresh.measure(scheme === 'light')),
  ]);
  // One width is enough for what axe reads, the one where things are nearest to each other.
  const violations = view.width === WIDTHS[0] ? await fresh.violations(scheme) : [];
  const others = await fresh.pictureOfOthers(heights);
  const difference = await live.compareOthers(scheme, heights, others);
  const findings = [
    ...judgeMeasures(view, isOwn, after),
    ...violations.map(({ id, what }) => ({ ...view, where: id, what })),
    ...(difference ? [pixelFinding(view, after, difference, isOwn)] : []),
  ];
  const now = heightsOf(after, isOwn);
  const ownPicture = isDeepStrictEqual(now, heights) ? others : await fresh.pictureOfOthers(now);
  return {
    findings,
    difference: difference === 'unknown' ? null : difference,
    look: { heights: now, others: hashOf(ownPicture) },
  };
}

const openSide = (page: GatePage, isOwn: (id: string) => boolean): LiveSide => ({
  output: page.output,
  dead: page.dead,
  hasOwn: page.hasOwn,
  heights: async (scheme) => {
    await page.setScheme(scheme);
    return heightsOf(await page.measure(false), isOwn);
  },
  compareOthers: async (_, heights, fresh) => compare(await page.pictureOfOthers(heights), fresh),
  picture: () => page.picture(),
  close: () => page.close(),
});

const seenSide = ({ output, dead, hasOwn, schemes }: SeenView = NOTHING): LiveSide => ({
  output,
  dead,
  hasOwn,
  heights: (scheme) => Promise.resolve(schemes[scheme]?.heights ?? {}),
  // The same pixels are the same bytes.
  compareOthers: (scheme, _, fresh) =>
    Promise.resolve(hashOf(fresh) === schemes[scheme]?.others ? null : 'unknown'),
  picture: () => Promise.resolve(null),
  close: () => Promise.resolve(),
});

const NOTHING: SeenView = { output: [], dead: [], hasOwn: false, schemes: {} };

const hashOf = (picture: Buffer) => createHash('sha256').update(picture).digest('base64url');

const heightsOf = ({ islands }: Measures, isOwn: (id: string) => boolean): Heights =>
  Object.fromEntries(islands.filter(({ id }) => isOwn(id)).map(({ id, height }) => [id, height]));

/** Names the island that changed without being the team's. */
function pixelFinding(
  view: View,
  { islands }: Measures,
  difference: Difference | 'unknown',
  isOwn: (id: string) => boolean,
): Finding {
  if (difference === 'unknown') return { ...view, where: 'the page', what: 'is not what was seen before' };
  const { pixels, box } = difference;
  const changed = islands.find(({ id, y, height }) => !isOwn(id) && box.y >= y && box.y < y + height);
  return {
    ...view,
    where: changed?.id ?? 'the page',
    what: `changes in ${String(pixels)} pixels outside of the team’s islands, the first at ${String(box.x)}, ${String(box.y)}`,
  };
}
