import { stripVTControlCharacters } from 'node:util';
import type { Reporter, TestCase, TestResult } from '@playwright/test/reporter';

/** A fault of a page. */
export interface Fault {
  /** Id of the island, or the part of the page, with the fault. */
  readonly where: string;
  /** Describes the fault; follows `where` in a sentence. */
  readonly what: string;
}

export interface Finding extends Fault {
  readonly page: string;
  readonly width: number;
  /** `null` where it makes no difference. */
  readonly scheme: 'light' | 'dark' | null;
}

export interface Box {
  readonly id: string;
  /** Ids of the islands that contain it. */
  readonly within: readonly string[];
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** A smaller difference, in pixels, is rounding. */
const ROUNDING = 1;

/** Faults of a remote's islands on a page that is wider than its window by `sideways` pixels. */
export function judgeBoxes(remote: string, islands: readonly Box[], sideways: number): Fault[] {
  const isOwn = (id: string) => id.startsWith(`${remote}/`);
  const own = islands.filter(({ id }) => isOwn(id));
  const [widest] = own
    .filter(({ within }) => !within.some(isOwn))
    .sort((one, other) => other.x + other.width - one.x - one.width);
  const tooWide = `makes the page scroll sideways by ${String(Math.round(sideways))} px`;
  return [
    ...own.filter(({ height }) => height < ROUNDING).map(({ id }) => ({ where: id, what: 'has no height' })),
    ...(sideways < ROUNDING ? [] : [{ where: widest?.id ?? 'something', what: tooWide }]),
    ...own.flatMap((island) =>
      islands
        .filter((other) => !isOwn(other.id) && !areNested(island, other) && overlap(island, other))
        .map((other) => ({ where: island.id, what: `overlaps ${other.id}` })),
    ),
  ];
}

const areNested = (one: Box, other: Box): boolean =>
  one.within.includes(other.id) || other.within.includes(one.id);

const overlap = (one: Box, other: Box): boolean =>
  Math.min(one.x + one.width, other.x + other.width) - Math.max(one.x, other.x) > ROUNDING &&
  Math.min(one.y + one.height, other.y + other.height) - Math.max(one.y, other.y) > ROUNDING;

/** Messages and errors of a page in its new release that the live one lacks. */
export function judgeOutput(remote: string, live: readonly string[], fresh: readonly string[]): Fault[] {
  const known = new Set(live.map(withoutAddresses));
  const news = [...new Set(fresh.filter((line) => !known.has(withoutAddresses(line))))];
  return news.map((line) => ({
    where: line.match(/\b[a-z0-9]+\/[A-Z]\w+/g)?.find((id) => id.startsWith(`${remote}/`)) ?? 'the page',
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
  const isWorst = ({ what }: Finding) => WORST.test(what);
  const sorted = [...findings.filter(isWorst), ...findings.filter((finding) => !isWorst(finding))];
  return groupBy(sorted, ({ where, page, what }) => `${where} on ${page}\n${what}`).map(([name, group]) => {
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

/** Type of the annotations that carry the findings of a test, as JSON. */
export const FINDING = 'finding';

/** Prints the findings of all tests as sentences. */
export default class FindingsReporter implements Reporter {
  private readonly findings: Finding[] = [];
  private readonly failures: string[] = [];

  onTestEnd({ annotations, title }: TestCase, { status, errors }: TestResult): void {
    const found = annotations.filter(({ type }) => type === FINDING);
    this.findings.push(...found.map(({ description = '' }) => JSON.parse(description) as Finding));
    if (status === 'passed' || found.length > 0) return;
    const [{ message = status } = {}] = errors;
    this.failures.push(`${title}: ${stripVTControlCharacters(message)}`);
  }

  onError({ message = 'an error without a message' }: { readonly message?: string }): void {
    this.failures.push(stripVTControlCharacters(message));
  }

  onEnd(): void {
    const lines = [...sentencesOf(this.findings), ...new Set(this.failures)];
    if (lines.length > 0) process.stdout.write(`${lines.join('\n')}\n`);
  }

  printsToStdio(): boolean {
    return true;
  }
}
