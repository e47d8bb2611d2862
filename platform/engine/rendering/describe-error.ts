import { readFileSync } from 'node:fs';
import { SourceMap, type SourceMapPayload } from 'node:module';
import { isNativeError } from 'node:util/types';

/** Frames of a stack: file, line, column. */
const FRAMES = /(?:\(|at )((?:\/|[A-Za-z]:\\)[^()\n]+\.js):(\d+):(\d+)/g;
const PACKAGES = 'node_modules/';
/** Prefix of a source path in a map for browsers: its package. */
const OWN_NAME = /^webpack:\/\/([\w-]+)\/(?:\.\/)?/;

/** Source maps by file; bounded, because a process has only one release set. */
const maps = new Map<string, SourceMap | null>();

/** Describes an error for the team, with its cause. Its location in the sources ends the first line. */
export function describeError(error: unknown): string {
  if (!isNativeError(error)) return String(error);
  const [first = '', ...others] = error.message.split('\n');
  // Only the cause of a failed `fetch` has the reason.
  const cause = isNativeError(error.cause) ? `: ${describeError(error.cause)}` : '';
  const place = sourcePlace(error.stack ?? '');
  return [`${first}${cause}${place ? ` (${place})` : ''}`, ...others].join('\n');
}

/** File and line of the first frame in a team's own sources. */
function sourcePlace(stack: string): string | null {
  for (const [, file = '', line, column] of stack.matchAll(FRAMES)) {
    const place = sourceAt(file, Number(line), Number(column));
    if (place !== null) return place;
  }
  return null;
}

/** Maps a location in a built file to file and line in the sources; `null` when unknown or in a package. */
export function sourceAt(file: string, line: number, column: number): string | null {
  const entry = mapOf(file)?.findEntry(line - 1, column - 1);
  if (!entry || !('originalSource' in entry) || entry.originalSource.includes(PACKAGES)) return null;
  return `${entry.originalSource.replace(OWN_NAME, '$1/')}:${String(entry.originalLine + 1)}`;
}

function mapOf(file: string): SourceMap | null {
  const known = maps.get(file);
  if (known !== undefined) return known;
  const map = readMap(`${file}.map`);
  maps.set(file, map);
  return map;
}

function readMap(file: string): SourceMap | null {
  try {
    return new SourceMap(JSON.parse(readFileSync(file, 'utf8')) as SourceMapPayload);
  } catch {
    return null;
  }
}
