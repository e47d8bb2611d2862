import type { TSchema } from '@sinclair/typebox';
import { schemaProblems } from '@vidlunnia/contracts/checked';
import { isNode, LineCounter, parseDocument } from 'yaml';

/** Pictures of services and posts, by their path below the content folder. */
export type Pictures = ReadonlyMap<string, Buffer>;

/** The home page's link preview has this id, so that no post may. */
export const HOME_ID = 'home';

/** Something wrong in a content file, and how to fix it. */
export interface ContentProblem {
  /** Path below the content folder. */
  readonly file: string;
  readonly line: number;
  readonly fix: string;
}

/** Where a value stands in a file: the keys and indices that lead to it. */
type Path = readonly (string | number)[];

/** Something wrong with a value, and how to fix it. */
export interface Mistake {
  readonly path: Path;
  readonly fix: string;
}

/** A text whose values know their lines. */
export interface Source {
  readonly value: unknown;
  /** What keeps the text from being read at all; `value` means nothing then. */
  readonly broken: { readonly line: number; readonly fix: string } | undefined;
  /** Line of the value at a path; of what it is missing from, when there is none. */
  lineOf(path: Path): number;
}

/**
 * Reads YAML (`core`), or JSON as the part of YAML that it is (`json`).
 * @param firstLine number of the text's first line in its file
 */
export function parseSource(text: string, schema: 'core' | 'json', firstLine = 1): Source {
  const lineCounter = new LineCounter();
  const document = parseDocument(text, { schema, lineCounter, prettyErrors: false });
  const lineAt = (offset: number) => firstLine - 1 + Math.max(1, lineCounter.linePos(offset).line);
  const lineOf = (path: Path): number => {
    const node: unknown = path.length === 0 ? document.contents : document.getIn(path, true);
    if (isNode(node) && node.range) return lineAt(node.range[0]);
    return path.length === 0 ? firstLine : lineOf(path.slice(0, -1));
  };
  const [error] = document.errors;
  if (error) {
    return { value: undefined, broken: { line: lineAt(error.pos[0]), fix: error.message }, lineOf };
  }
  try {
    return { value: document.toJS(), broken: undefined, lineOf };
  } catch (cause) {
    // An alias of nothing.
    return { value: undefined, broken: { line: firstLine, fix: String(cause) }, lineOf };
  }
}

/** What is wrong with a value by its schema, one sentence for every wrong field. */
export const schemaMistakes = (schema: TSchema, value: unknown): Mistake[] =>
  schemaProblems(schema, value).map(({ path, text }) => ({
    path: path.map((key) => (/^\d+$/.test(key) ? Number(key) : key)),
    fix: text,
  }));
