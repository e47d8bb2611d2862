/** Type of the annotation by which a test reports a finding, as JSON. */
export const FINDING = 'finding';

/** Whether an island, by its id, is of this remote. */
export const ownIslands =
  (remote: string) =>
  (id: string): boolean =>
    id.startsWith(`${remote}/`);

/** The view of a page in which something was found. */
export interface View {
  readonly page: string;
  readonly width: number;
  /** `null` where it makes no difference. */
  readonly scheme: Scheme | null;
}

export type Scheme = 'light' | 'dark';

export interface Finding extends View {
  /** Id of the island, or what else of the page it is about. */
  readonly where: string;
  /** What is wrong, to be read behind `where`. */
  readonly what: string;
}

export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export interface MeasuredIsland extends Box {
  readonly id: string;
  /** Ids of the islands in which it stands. */
  readonly within: readonly string[];
}

/** What a browser measured of a page. */
export interface Measures {
  readonly islands: readonly MeasuredIsland[];
  /** Pixels by which the page is wider than the window. */
  readonly sideways: number;
  /** Elements of the team's islands that stand in front of what is not theirs. */
  readonly covering: readonly { readonly id: string; readonly element: string }[];
}

/** Less than this, in pixels, is rounding. */
const ROUNDING = 1;

/** What the measures of a page tell against its new release. */
export function judgeMeasures(
  view: View,
  isOwn: (id: string) => boolean,
  { islands, sideways, covering }: Measures,
): Finding[] {
  const own = islands.filter(({ id }) => isOwn(id));
  const flat = own.filter(({ height }) => height < ROUNDING);
  const wide = own.filter(({ within }) => !within.some(isOwn));
  return [
    ...flat.map(({ id }) => ({ ...view, where: id, what: 'has no height' })),
    ...(sideways >= ROUNDING
      ? [
          {
            ...view,
            where: widestOf(wide)?.id ?? 'something',
            what: `makes the page scroll sideways by ${String(Math.round(sideways))} px`,
          },
        ]
      : []),
    ...own.flatMap((island) =>
      islands
        .filter((other) => !isOwn(other.id) && !isInside(island, other) && overlap(island, other))
        .map((other) => ({ ...view, where: island.id, what: `overlaps ${other.id}` })),
    ),
    ...covering.map(({ id, element }) => ({
      ...view,
      where: id,
      what: `covers what is not its own, with ${element}`,
    })),
  ];
}

/** Ids, headings and targets of links on a whole page. */
export interface Structure {
  /** Elements with an id that another element has. */
  readonly repeated: readonly { readonly where: string; readonly id: string }[];
  /** Headings that skip a level. */
  readonly skipping: readonly { readonly where: string; readonly heading: string }[];
  /** Island that each link of the menu leads to; `null` where it leads nowhere. */
  readonly targets: Readonly<Record<string, string | null>>;
}

/** What the live page does as well is no finding. */
export function judgeStructure(view: View, fresh: Structure, live: Structure): Finding[] {
  const isKnown = (id: string) => live.repeated.some((known) => known.id === id);
  const moved = Object.entries(live.targets).filter(([hash, island]) => fresh.targets[hash] !== island);
  return [
    ...fresh.repeated
      .filter(({ id }) => !isKnown(id))
      .map(({ where, id }) => ({ ...view, where, what: `repeats the id “${id}”` })),
    ...fresh.skipping
      .filter(({ heading }) => !live.skipping.some((known) => known.heading === heading))
      .map(({ where, heading }) => ({ ...view, where, what: `skips a level of headings: ${heading}` })),
    ...moved.map(([hash, island]) => ({
      ...view,
      where: fresh.targets[hash] ?? 'the page',
      what: `takes the menu’s link ${hash} from ${island ?? 'nothing'}`,
    })),
  ];
}

const widestOf = (islands: readonly MeasuredIsland[]) =>
  [...islands].sort((one, other) => other.x + other.width - one.x - one.width)[0];

/** Whether one of two islands stands in the other. */
const isInside = (one: MeasuredIsland, other: MeasuredIsland): boolean =>
  one.within.includes(other.id) || other.within.includes(one.id);

const overlap = (one: Box, other: Box): boolean =>
  Math.min(one.x + one.width, other.x + other.width) - Math.max(one.x, other.x) > ROUNDING &&
  Math.min(one.y + one.height, other.y + other.height) - Math.max(one.y, other.y) > ROUNDING;

/** What a page said or threw in its new release and not in the live one. */
export function judgeOutput(
  view: View,
  isOwn: (id: string) => boolean,
  live: readonly string[],
  output: readonly string[],
): Finding[] {
  const known = new Set(live.map(withoutAddresses));
  const news = [...new Set(output.filter((line) => !known.has(withoutAddresses(line))))];
  return news.map((line) => ({
    ...view,
    where: line.match(/\b[a-z0-9]+\/[A-Z]\w+/g)?.find(isOwn) ?? 'the page',
    what: `says in the console: ${line.split('\n', 3).join(' ').slice(0, 300)}`,
  }));
}

/** Two shells have two addresses, and their releases two versions. */
const withoutAddresses = (line: string) =>
  line.replace(/https?:\/\/[\w.:]+/g, '').replace(/\b[\da-f]{12}\b/g, '');

/** What takes the site away from visitors. */
const WORST = /^(?:leaves the site|opens a window|hangs)/;

/** Findings in sentences, the worst first: one for what is the same in several views. */
export function sentencesOf(findings: readonly Finding[]): string[] {
  const rank = ({ what }: Finding) => (WORST.test(what) ? 0 : 1);
  const groups = groupBy(
    [...findings].sort((one, other) => rank(one) - rank(other)),
    ({ where, page, what }) => `${where} on ${page}\n${what}`,
  );
  return groups.map(([name, group]) => {
    const [place = '', what = ''] = name.split('\n');
    const views = groupBy(group, ({ width }) => `${String(width)} px`).map(
      ([width, same]) =>
        `${width} ${[...new Set(same.map(({ scheme }) => scheme ?? 'light and dark'))].join(' and ')}`,
    );
    return `${place} at ${views.join(', ')}: ${what}`;
  });
}

function groupBy<Item>(items: readonly Item[], keyOf: (item: Item) => string): [string, Item[]][] {
  const groups = new Map<string, Item[]>();
  for (const item of items) groups.set(keyOf(item), [...(groups.get(keyOf(item)) ?? []), item]);
  return [...groups];
}
