import { readFileSync } from 'node:fs';
import { SourceMap, type SourceMapPayload } from 'node:module';
import { isNativeError } from 'node:util/types';

/** Frames of a stack: file, line, column. */
const FRAMES = /(?:\(|at )((?:\/|[A-Za-z]:\\)[^()\n]+\.js):(\d+):(\d+)/g;
const PACKAGES = 'node_modules/';

/** By file; a process has the files of one release set. */
const maps = new Map<string, SourceMap | null>();

/** What went wrong, why, and where in whose sources, for the team that has to mend it. The place ends the first line. */
export function describeError(error: unknown): string {
  if (!isNativeError(error)) return String(error);
  const [first = '', ...others] = error.message.split('\n');
  // A failed `fetch` names its reason there only.
  const cause = isNativeError(error.cause) ? `: ${describeError(error.cause)}` : '';
  const place = sourcePlace(error.stack ?? '');
  return [`${first}${cause}${place ? ` (${place})` : ''}`, ...others].join('\n');
}

/** File and line of the first frame that is a team's own, by the source maps that travel with releases. */
function sourcePlace(stack: string): string | null {
  for (const [, file = '', line, column] of stack.matchAll(FRAMES)) {
    const entry = mapOf(file)?.findEntry(Number(line) - 1, Number(column) - 1);
    if (!entry || !('originalSource' in entry) || entry.originalSource.includes(PACKAGES)) continue;
    return `${entry.originalSource}:${String(entry.originalLine + 1)}`;
  }
  return null;
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
