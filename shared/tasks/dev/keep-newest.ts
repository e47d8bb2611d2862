import { readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';

/** Releases that a development origin keeps: of every saved change there is one. */
const KEPT = 20;
const VERSION = /^[0-9a-f]{12}$/;

/** Removes all releases of an origin's folder but the newest. */
export async function keepNewest(origin: string, kept = KEPT): Promise<void> {
  const versions = (await readdir(origin)).filter((name) => VERSION.test(name));
  const dated = await Promise.all(
    versions.map(async (name) => ({ name, at: (await stat(path.join(origin, name))).mtimeMs })),
  );
  const old = dated.sort((a, b) => b.at - a.at).slice(kept);
  await Promise.all(old.map(({ name }) => rm(path.join(origin, name), { recursive: true })));
}
