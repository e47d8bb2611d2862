import type { TSchema } from '@sinclair/typebox';
import { schemaProblems } from '@vidlunnia/contracts/checked';
import { isNode, LineCounter, parseDocument } from 'yaml';

/** Pictures of services and posts, by path in the content folder. */
export type Pictures = ReadonlyMap<string, Buffer>;

/** Id of the home page's link preview, so no post may have it. */
export const HOME_ID = 'home';

/** A problem in a content file, with its fix. */
export interface ContentProblem {
  /** Path in the content folder. */
  readonly file: string;
  readonly line: number;
  readonly fix: string;
}

/** Path to a value in a file: keys and indices. */
type Path = readonly (string | number)[];

/** A problem of a value, with its fix. */
export interface Mistake {
  readonly path: Path;
  readonly fix: string;
}

/** A parsed text with the line numbers of its values. */
export interface Source {
  readonly value: unknown;
  /** Why the text could not be parsed; then `value` is meaningless. */
  readonly broken: { readonly line: number; readonly fix: string } | undefined;
  /** Line of the value at a path; for a missing value, of its nearest existing parent. */
  lineOf(path: Path): number;
}

/**
 * Parses YAML (`core`), or JSON as a subset of YAML (`json`).
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
    // An alias without an anchor.
    return { value: undefined, broken: { line: firstLine, fix: String(cause) }, lineOf };
  }
}

/** Problems of a value by its schema, one sentence for each wrong field. */
export const schemaMistakes = (schema: TSchema, value: unknown): Mistake[] =>
  schemaProblems(schema, value).map(({ path, text }) => ({
    path: path.map((key) => (/^\d+$/.test(key) ? Number(key) : key)),
    fix: text,
  }));
