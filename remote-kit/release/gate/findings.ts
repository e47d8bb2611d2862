/** A fault of a page. */
export interface Fault {
  /** Id of the island, or the part of the page, with the fault. */
  readonly where: string;
  /** Describes the fault; follows `where` in a sentence. */
  readonly what: string;
}

/** The view of a page that has the fault. */
interface View {
  readonly page: string;
  readonly width: number;
  /** `null` where it makes no difference. */
  readonly scheme: Scheme | null;
}

export type Scheme = 'light' | 'dark';

export type Finding = View & Fault;

interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export interface MeasuredIsland extends Box {
  readonly id: string;
  /** Ids of the islands that contain it. */
  readonly within: readonly string[];
}

/** Measurements of a page in a browser. */
export interface Measures {
  readonly islands: readonly MeasuredIsland[];
  /** Pixels by which the page is wider than the window. */
  readonly sideways: number;
}

/** A smaller difference, in pixels, is rounding. */
const ROUNDING = 1;

/** Whether an island's id belongs to this remote. */
const isOf = (remote: string) => (id: string) => id.startsWith(`${remote}/`);

/** Faults of the remote's islands in the measurements of a page. */
export function judgeMeasures(remote: string, { islands, sideways }: Measures): Fault[] {
  const isOwn = isOf(remote);
  const own = islands.filter(({ id }) => isOwn(id));
  const [widest] = own
    .filter(({ within }) => !within.some(isOwn))
    .sort((one, other) => other.x + other.width - one.x - one.width);
  const sidewaysFault = {
    where: widest?.id ?? 'something',
    what: `makes the page scroll sideways by ${String(Math.round(sideways))} px`,
  };
  return [
    ...own.filter(({ height }) => height < ROUNDING).map(({ id }) => ({ where: id, what: 'has no height' })),
    ...(sideways < ROUNDING ? [] : [sidewaysFault]),
    ...own.flatMap((island) =>
      islands
        .filter((other) => !isOwn(other.id) && !isInside(island, other) && overlap(island, other))
        .map((other) => ({ where: island.id, what: `overlaps ${other.id}` })),
    ),
  ];
}

/** Whether one of two islands contains the other. */
const isInside = (one: MeasuredIsland, other: MeasuredIsland): boolean =>
  one.within.includes(other.id) || other.within.includes(one.id);

const overlap = (one: Box, other: Box): boolean =>
  Math.min(one.x + one.width, other.x + other.width) - Math.max(one.x, other.x) > ROUNDING &&
  Math.min(one.y + one.height, other.y + other.height) - Math.max(one.y, other.y) > ROUNDING;

/** Structure of a whole page. */
export interface Structure {
  /** Repeated ids, and headings that skip a level. */
  readonly faults: readonly Fault[];
  /** Island that each link of the menu leads to; `null` when there is none. */
  readonly targets: Readonly<Record<string, string | null>>;
}

/** Faults that the live page has too do not count. */
export function judgeStructure(live: Structure, fresh: Structure): Fault[] {
  const known = new Set(live.faults.map(({ what }) => what));
  const moved = Object.entries(live.targets).filter(([hash, island]) => fresh.targets[hash] !== island);
  return [
    ...fresh.faults.filter(({ what }) => !known.has(what)),
    ...moved.map(([hash, island]) => ({
      where: fresh.targets[hash] ?? 'the page',
      what: `takes the menu’s link ${hash} from ${island ?? 'nothing'}`,
    })),
  ];
}

/** Messages and errors of a page in its new release that the live one lacks. */
export function judgeOutput(remote: string, live: readonly string[], fresh: readonly string[]): Fault[] {
  const known = new Set(live.map(withoutAddresses));
  const news = [...new Set(fresh.filter((line) => !known.has(withoutAddresses(line))))];
  return news.map((line) => ({
    where: line.match(/\b[a-z0-9]+\/[A-Z]\w+/g)?.find(isOf(remote)) ?? 'the page',
    what: `says in the console: ${line.split('\n', 3).join(' ').slice(0, 300)}`,
  }));
}

/** Two shells have two addresses, and their releases two versions. */
const withoutAddresses = (line: string) =>
  line.replace(/https?:\/\/[\w.:]+/g, '').replace(/\b[\da-f]{12}\b/g, '');

/** Faults that make the site unusable for visitors. */
const WORST = /^(?:leaves the site|opens a window|hangs)/;

/** Findings as sentences, the worst first; the same finding in several views is one sentence. */
export function sentencesOf(findings: readonly Finding[]): string[] {
  const [worst, others] = [findings.filter(isWorst), findings.filter((finding) => !isWorst(finding))];
  const groups = groupBy([...worst, ...others], ({ where, page, what }) => `${where} on ${page}\n${what}`);
  return groups.map(([name, group]) => {
    const [place = '', what = ''] = name.split('\n');
    const views = groupBy(group, ({ width }) => `${String(width)} px`).map(
      ([width, same]) =>
        `${width} ${[...new Set(same.map(({ scheme }) => scheme ?? 'light and dark'))].join(' and ')}`,
    );
    return `${place} at ${views.join(', ')}: ${what}`;
  });
}

const isWorst = ({ what }: Finding) => WORST.test(what);

function groupBy<Item>(items: readonly Item[], keyOf: (item: Item) => string): [string, Item[]][] {
  const groups = new Map<string, Item[]>();
  for (const item of items) groups.set(keyOf(item), [...(groups.get(keyOf(item)) ?? []), item]);
  return [...groups];
}
