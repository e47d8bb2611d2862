import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { writeJson } from '@vidlunnia/remote-kit/build/run-webpack';
import { repositoryRoot } from '@vidlunnia/settings/machine';
import type { Figure } from './figure';

/** The published figures, in the order of their first measurement. */
export const PUBLISHED = path.join(repositoryRoot(), 'tools/bench/results/published.json');

/** The figures of each document. */
const DOCUMENTS: Readonly<Record<string, (name: string) => boolean>> = {
  'README.md': (name) =>
    /^(Cached home|Faults|Home page(: performance|, first view: (everything|requests)|: LCP))/.test(name),
  'docs/performance.md': (name) => !name.startsWith('Faults'),
};

/** Writes the figures with their details. */
export const writeFigures = (file: string, figures: readonly Figure[]): Promise<void> =>
  writeJson(file, { node: process.version, figures });

export async function readFigures(file: string): Promise<readonly Figure[]> {
  return (JSON.parse(await readFile(file, 'utf8')) as { figures: Figure[] }).figures;
}

/** Replaces published figures by new ones with the same names, and rewrites the tables of the documents. */
export async function publish(figures: readonly Figure[]): Promise<void> {
  const byName = new Map([...(await readFigures(PUBLISHED)), ...figures].map((each) => [each.name, each]));
  await writeFigures(PUBLISHED, [...byName.values()]);
  for (const [file, document] of Object.entries(await documentsWith([...byName.values()])))
    await writeFile(path.join(repositoryRoot(), file), document);
}

/** The text of each document with its table of these figures, by the document's name. */
export async function documentsWith(figures: readonly Figure[]): Promise<Record<string, string>> {
  const entries = Object.entries(DOCUMENTS).map(async ([file, shows]) => {
    const text = await readFile(path.join(repositoryRoot(), file), 'utf8');
    const table = tableOf(figures.filter(({ name }) => shows(name)));
    return [file, text.replace(/(<!-- figures -->\n\n)[^]*?(?=<!-- end -->)/, `$1${table}\n\n`)];
  });
  return Object.fromEntries(await Promise.all(entries)) as Record<string, string>;
}

/** A Markdown table, aligned as the formatter does. */
export function tableOf(figures: readonly Figure[]): string {
  const rows = [['Figure', 'Measured', 'Target'], ['---', '---', '---'], ...figures.map(cellsOf)];
  const widths = [0, 1, 2].map((column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  const pad = (cell: string, column: number) => cell.padEnd(widths[column] ?? 0, cell === '---' ? '-' : ' ');
  return rows.map((row) => `| ${row.map(pad).join(' | ')} |`).join('\n');
}

function cellsOf({ name, measured, unit, target }: Figure): string[] {
  const withUnit = (value: number) => `${String(Number(value.toPrecision(3)))} ${unit}`.trim();
  if (!target) return [name, withUnit(measured), ''];
  const isMet = target.at === 'most' ? measured <= target.value : measured >= target.value;
  return [
    name,
    withUnit(measured),
    `at ${target.at} ${withUnit(target.value)}: ${isMet ? 'met' : '**missed**'}`,
  ];
}
