import { types } from 'node:util';

const REMEDIES: readonly (readonly [reason: RegExp, remedy: string])[] = [
  [/No space left|quota/i, 'free space on its disk'],
  [/Permission denied|EACCES|EPERM/i, 'give the user of this process the right to read and write it'],
  [/Read-only|EROFS/i, 'put it where this process can write'],
  [
    /not compatible with this version/i,
    'start the release that wrote it, or move it away to begin with an empty one',
  ],
];
const RESTORE = 'restore it from a backup, or move it away to begin with an empty one';

/** The embedded database could not be opened; the message has the folder, the reason and the fix. */
export class EmbeddedStartError extends Error {
  constructor(
    readonly folder: string,
    reason: string,
    cause?: unknown,
  ) {
    const [, remedy] = REMEDIES.find(([pattern]) => pattern.test(reason)) ?? [undefined, RESTORE];
    super(`The embedded database in ${folder} can’t be opened: ${reason}. To fix: ${remedy}`, { cause });
    this.name = 'EmbeddedStartError';
  }
}

/** The last reason in PostgreSQL's log for its end; the thrown error if there is none. */
export function startReason(log: readonly string[], thrown: unknown): string {
  const said = log.map((line) => /(?:FATAL|PANIC|ERROR): +(.*)/.exec(line)?.[1]).findLast(Boolean);
  const detail = log.map((line) => /DETAIL: +(.*?)\.?$/.exec(line)?.[1]).findLast(Boolean);
  const own = log.map((line) => /^postgres: (.*)/.exec(line)?.[1]).findLast(Boolean);
  const reason = said ?? own ?? innermost(thrown);
  return detail === undefined ? reason : `${reason} (${detail})`;
}

function innermost(thrown: unknown): string {
  if (!types.isNativeError(thrown)) return String(thrown);
  return thrown.cause === undefined ? thrown.message : innermost(thrown.cause);
}
