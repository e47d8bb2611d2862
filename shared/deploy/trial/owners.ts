import { lchownSync, lstatSync, readdirSync } from 'node:fs';
import path from 'node:path';

/** A user that no image knows. */
const SOMEBODY = 12_345;

const below = (folder: string) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => path.join(folder, name));

/** Gives a folder's files to another user than the one who started this, where that is allowed. */
export function giveAway(folder: string): void {
  if (process.getuid?.() !== 0) return;
  for (const file of [folder, ...below(folder)]) lchownSync(file, SOMEBODY, SOMEBODY);
}

/** Every file and folder below a folder with its owner, group and rights, a line each. */
export const ownersIn = (folder: string): string[] =>
  below(folder).map((file) => {
    const { uid, gid, mode } = lstatSync(file);
    return `${path.relative(folder, file)} ${String(uid)}:${String(gid)} ${mode.toString(8)}`;
  });
