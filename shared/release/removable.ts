import { Type, type Static } from '@sinclair/typebox';
import { parseChecked } from '../contracts/checked';
import { ORIGIN_FILES, VersionSchema } from '../contracts/release';
import { readHistory, readPointer } from './history';
import type { ReleaseTarget } from './release-target';

/** What goes unless pointer or history name it: releases that were begun, and old ones. No target is listed. */
const REMOVABLE_FILE = '.removable.json';

const RemovableSchema = Type.Array(Type.Object({ version: VersionSchema, files: Type.Array(Type.String()) }));

type Removable = Static<typeof RemovableSchema>;

async function readRemovable(target: ReleaseTarget): Promise<Removable> {
  const bytes = await target.read(REMOVABLE_FILE);
  return bytes ? parseChecked(RemovableSchema, bytes, `${REMOVABLE_FILE} of the target`) : [];
}

/** Names releases whose files may go as long as neither pointer nor history names them; nobody else writes meanwhile. */
export async function addRemovable(target: ReleaseTarget, added: Removable): Promise<void> {
  const versions = new Set(added.map(({ version }) => version));
  const others = (await readRemovable(target)).filter(({ version }) => !versions.has(version));
  await target.write(REMOVABLE_FILE, Buffer.from(JSON.stringify([...others, ...added])));
}

/**
 * Removes what was named as removable and what neither pointer nor history names, then forgets all that was named.
 * Ended before its end it is done again by the next one. Gives the versions that are gone.
 */
export async function removeRemovable(target: ReleaseTarget): Promise<string[]> {
  const removable = await readRemovable(target);
  if (removable.length === 0) return [];
  const [history, pointer] = [await readHistory(target), await readPointer(target)];
  const named = new Set([pointer, ...history.map(({ version }) => version)]);
  const gone = removable.filter(({ version }) => !named.has(version));
  for (const { version, files } of gone) {
    // Without its signature a release is not there; its manifest goes last.
    for (const file of [ORIGIN_FILES.signature, ...files, ORIGIN_FILES.manifest]) {
      await target.remove(`${version}/${file}`);
    }
  }
  await target.remove(REMOVABLE_FILE);
  return gone.map(({ version }) => version);
}
