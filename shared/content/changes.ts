import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import type { TSchema } from '@sinclair/typebox';
import { parse } from 'yaml';
import { filesIn, FRONT_MATTER, isShown, POST_FILE, textOf } from './files';

/** Schemas of JSON files by their path in a version; their titles name the files. */
export type FileSchemas = Readonly<Record<string, TSchema>>;

type Data = Readonly<Record<string, unknown>>;

/** The differences between two valid versions, in Ukrainian for the owner; `null` stands for an empty version. */
export async function changesBetween(
  before: string | null,
  after: string,
  schemas: FileSchemas,
): Promise<string[]> {
  const [earlier, later] = [before === null ? [] : await filesIn(before), await filesIn(after)];
  const changes: string[] = [];
  for (const file of [...new Set([...earlier, ...later])].sort()) {
    const schema = schemas[file];
    // Previews are drawn from the posts. Earlier checks accepted files that nothing reads.
    if (!schema && !isShown(file)) continue;
    const old =
      before !== null && earlier.includes(file) ? await readFile(path.join(before, file)) : undefined;
    const now = later.includes(file) ? await readFile(path.join(after, file)) : undefined;
    if (old && now?.equals(old)) continue;
    changes.push(
      ...(schema ? changesOfData(schema.title ?? file, old, now) : [changeOfFile(file, old, now)]),
    );
  }
  return changes;
}

const verb = (old: unknown, now: unknown) => (old && now ? 'змінено' : now ? 'додано' : 'прибрано');

/** «Послуги: додано «SMM»» for each entry of a list; «Контакти: змінено» for an order and for other data. */
function changesOfData(label: string, old: Buffer | undefined, now: Buffer | undefined): string[] {
  const [was, is] = [entriesIn(old), entriesIn(now)];
  const names = [...new Set([...was.keys(), ...is.keys()])].filter(
    (name) => !isDeepStrictEqual(was.get(name), is.get(name)),
  );
  return names.length > 0
    ? names.map((name) => `${label}: ${verb(was.get(name), is.get(name))} «${name}»`)
    : [`${label}: змінено`];
}

/** Entries of a file's list, by their readable names. */
function entriesIn(file: Buffer | undefined): Map<string, Data> {
  const [list] = file ? Object.values(JSON.parse(textOf(file)) as Data) : [];
  const entries = Array.isArray(list) ? (list as Data[]) : [];
  return new Map(entries.map((entry) => [String(entry['title'] ?? entry['name']), entry]));
}

function changeOfFile(file: string, old: Buffer | undefined, now: Buffer | undefined): string {
  const [, front] = FRONT_MATTER.exec(textOf(now ?? old ?? Buffer.of())) ?? [];
  if (!POST_FILE.test(file) || front === undefined) return `Файли: ${verb(old, now)} ${file}`;
  const { title, draft } = parse(front) as Data;
  return `Статті: ${verb(old, now)} «${String(title)}»${now && draft === true ? ' (чернетка: її ще не видно)' : ''}`;
}
