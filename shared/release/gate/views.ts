import path from 'node:path';
import type { Browser } from '@playwright/test';
import type { Remote } from '../../environment/topology';
import { judgeMeasures, judgeOutput, type Finding, type Measures, type Scheme, type View } from './findings';
import { openGatePage, type GatePage } from './gate-page';
import { compare, keepPictures, type Difference } from './pictures';
import { trackSteps } from './under-way';

const PAGES = { home: '/', post: '/blog/golden' } as const;
const WIDTHS = [360, 1440];
/** Milliseconds for all views: more than a busy machine takes, less than people wait for. */
const DEADLINE = 120_000;
const SCHEMES: readonly Scheme[] = ['light', 'dark'];

interface Addresses {
  readonly live: string;
  /** Of the shell with the new release. */
  readonly fresh: string;
}

/** Both shells' page at one width. */
interface Pair {
  readonly live: GatePage;
  readonly fresh: GatePage;
}

/** Looks at golden pages in two shells, side by side. Leaves pictures of each view with findings in `folder`. */
export async function checkViews(
  browser: Browser,
  addresses: Addresses,
  { name }: Remote,
  folder: string,
): Promise<{ readonly findings: readonly Finding[]; readonly compared: number }> {
  const isOwn = (id: string) => id.startsWith(`${name}/`);
  const own = `[data-island^="${name}/"]`;
  const underWay = trackSteps();

  const views = Object.entries(PAGES).flatMap(([title, address]) =>
    WIDTHS.map(async (width) => {
      const view = { page: address, width };
      const [live, fresh] = await Promise.all([
        openGatePage(browser, { url: addresses.live + address, width, own, underWay }),
        openGatePage(browser, { url: addresses.fresh + address, width, own, underWay }),
      ]);
      const ofPage = [
        ...judgeOutput({ ...view, scheme: null }, isOwn, live.output, fresh.output),
        ...fresh.dead
          .filter((id) => !live.dead.includes(id))
          .map((id) => ({ ...view, scheme: null, where: id, what: 'crashed, or did not become live' })),
      ];
      const findings: Finding[] = [...ofPage];
      // A page without the team's islands gets nothing of a release.
      const schemes = (await live.has(own)) || (await fresh.has(own)) ? SCHEMES : [];
      for (const scheme of schemes) {
        const found = await checkScheme({ live, fresh }, { ...view, scheme }, isOwn);
        findings.push(...found.findings);
        if (found.findings.length + ofPage.length === 0) continue;
        const [before, after] = await Promise.all([live.picture(), fresh.picture()]);
        const difference = found.difference ?? (await compare(before, after));
        await keepPictures(path.join(folder, `${title}-${String(width)}-${scheme}`), {
          live: before,
          new: after,
          ...(difference && { difference: difference.picture }),
        });
      }
      return { findings, compared: schemes.length };
    }),
  );
  const seen = await underWay.within(DEADLINE, Promise.all(views));
  return {
    findings: seen.flatMap(({ findings }) => findings),
    compared: seen.reduce((sum, { compared }) => sum + compared, 0),
  };
}

async function checkScheme(
  { live, fresh }: Pair,
  view: View & { readonly scheme: Scheme },
  isOwn: (id: string) => boolean,
): Promise<{ readonly findings: readonly Finding[]; readonly difference: Difference | null }> {
  await Promise.all([live.setScheme(view.scheme), fresh.setScheme(view.scheme)]);
  const [before, after] = await Promise.all([live.measure(false), fresh.measure(view.scheme === 'light')]);
  // One width is enough for what axe reads, the one where things are nearest to each other.
  const violations = view.width === WIDTHS[0] ? await fresh.violations(view.scheme) : [];
  const heights = Object.fromEntries(
    before.islands.filter(({ id }) => isOwn(id)).map(({ id, height }) => [id, height]),
  );
  const pictures = await Promise.all([live.pictureOfOthers(heights), fresh.pictureOfOthers(heights)]);
  const difference = await compare(...pictures);
  return {
    difference,
    findings: [
      ...judgeMeasures(view, isOwn, after),
      ...violations.map(({ id, what }) => ({ ...view, where: id, what })),
      ...(difference ? [pixelFinding(view, after, difference, isOwn)] : []),
    ],
  };
}

/** Names the island that changed without being the team's. */
function pixelFinding(
  view: View,
  { islands }: Measures,
  { pixels, box }: Difference,
  isOwn: (id: string) => boolean,
): Finding {
  const changed = islands.find(({ id, y, height }) => !isOwn(id) && box.y >= y && box.y < y + height);
  return {
    ...view,
    where: changed?.id ?? 'the page',
    what: `changes in ${String(pixels)} pixels outside of the team’s islands, the first at ${String(box.x)}, ${String(box.y)}`,
  };
}
