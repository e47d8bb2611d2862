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

/**
 * The embedded database could not be opened: folder, reason and fix.
 * @param log PostgreSQL's: its last reason counts, else that of the thrown error
 */
export function startError(folder: string, log: readonly string[], cause: unknown): Error {
  const last = (pattern: RegExp) => log.map((line) => pattern.exec(line)?.[1]).findLast(Boolean);
  const said = last(/(?:FATAL|PANIC|ERROR): +(.*)/) ?? last(/^postgres: (.*)/) ?? innermost(cause);
  const detail = last(/DETAIL: +(.*?)\.?$/);
  const reason = detail === undefined ? said : `${said} (${detail})`;
  const remedy = REMEDIES.find(([pattern]) => pattern.test(reason))?.[1] ?? RESTORE;
  return new Error(`The embedded database in ${folder} can’t be opened: ${reason}. To fix: ${remedy}`, {
    cause,
  });
}

function innermost(thrown: unknown): string {
  if (!types.isNativeError(thrown)) return String(thrown);
  return thrown.cause === undefined ? thrown.message : innermost(thrown.cause);
}
