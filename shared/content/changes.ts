import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import type { TSchema } from '@sinclair/typebox';
import { parse } from 'yaml';
import type { AnnotatedSchema } from './check';
import { filesIn, FRONT_MATTER, isShown, POST_FILE, textOf } from './files';

/** A difference between two versions of the content. */
export interface ContentChange {
  /** Path inside the version. */
  readonly file: string;
  /** In Ukrainian, for the owner: «Послуги: «SMM» — ціна від». */
  readonly text: string;
}

/** Schemas of JSON files by their path in a version; their titles are the labels. */
export type FileSchemas = Readonly<Record<string, TSchema>>;

type Data = Readonly<Record<string, unknown>>;

/** The differences between two valid versions; `null` stands for an empty version. */
export async function changesBetween(
  before: string | null,
  after: string,
  schemas: FileSchemas,
): Promise<ContentChange[]> {
  const [earlier, later] = [before === null ? [] : await filesIn(before), await filesIn(after)];
  const changes: ContentChange[] = [];
  for (const file of [...new Set([...earlier, ...later])].sort()) {
    const schema: AnnotatedSchema | undefined = schemas[file];
    // Previews are drawn from the posts. Earlier checks accepted files that nothing reads.
    if (!schema && !isShown(file)) continue;
    const old =
      before !== null && earlier.includes(file) ? await readFile(path.join(before, file)) : undefined;
    const now = later.includes(file) ? await readFile(path.join(after, file)) : undefined;
    if (old && now?.equals(old)) continue;
    const texts = schema
      ? changesOfData(schema, dataOf(old), dataOf(now)).map((text) => `${schema.title ?? file}: ${text}`)
      : [changeOfFile(file, old, now)];
    changes.push(...texts.map((text) => ({ file, text })));
  }
  return changes;
}

const dataOf = (file: Buffer | undefined): Data => (file ? (JSON.parse(textOf(file)) as Data) : {});

/** «додано «SMM»», «прибрано «SMM»», «SMM» — ціна від, опис» for a list; the labels of the fields for other data. */
function changesOfData({ properties = {} }: AnnotatedSchema, old: Data, now: Data): string[] {
  const [list = '', ...others] = Object.keys(properties);
  const item = properties[list]?.items;
  if (!item || others.length > 0) return [changedLabels({ properties }, old, now).join(', ')];
  const [first, second] = [entriesOf(old[list]), entriesOf(now[list])];
  const changes = [...new Set([...first.keys(), ...second.keys()])].flatMap((name) => {
    const [was, is] = [first.get(name), second.get(name)];
    if (!was || !is) return [`${was ? 'прибрано' : 'додано'} «${name}»`];
    const labels = changedLabels(item, was, is);
    return labels.length > 0 ? [`«${name}» — ${labels.join(', ')}`] : [];
  });
  return changes.length > 0 ? changes : ['порядок'];
}

/** Entries of a list, by their readable names. */
const entriesOf = (list: unknown): Map<string, Data> =>
  new Map(((list ?? []) as Data[]).map((entry) => [String(entry['title'] ?? entry['name']), entry]));

/** Labels of the changed fields; an inner object counts by its fields. */
function changedLabels({ properties = {} }: AnnotatedSchema, old: Data, now: Data): string[] {
  return [...new Set([...Object.keys(old), ...Object.keys(now)])].flatMap((key) => {
    if (isDeepStrictEqual(old[key], now[key])) return [];
    const inner = properties[key] ?? {};
    if (inner.properties) return changedLabels(inner, (old[key] ?? {}) as Data, (now[key] ?? {}) as Data);
    const label = inner.title ?? key;
    // Abbreviations keep their capitals.
    return [label.replace(/^\p{Lu}(?=\p{Ll})/u, (letter) => letter.toLowerCase())];
  });
}

function changeOfFile(file: string, old: Buffer | undefined, now: Buffer | undefined): string {
  const what = old && now ? 'змінено' : now ? 'додано' : 'прибрано';
  const [, front] = FRONT_MATTER.exec(textOf(now ?? old ?? Buffer.of())) ?? [];
  if (!POST_FILE.test(file) || front === undefined) return `Файли: ${what} ${file}`;
  const { title, draft } = parse(front) as Data;
  return `Статті: ${what} «${String(title)}»${now && draft === true ? ' (чернетка: її ще не видно)' : ''}`;
}
