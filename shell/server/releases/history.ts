import { existsSync } from 'node:fs';
import { readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { Type, type Static } from '@sinclair/typebox';
import { parseChecked } from '@vidlunnia/contracts/checked';
import { PromotedReleaseSchema, type PromotedRelease } from '@vidlunnia/contracts/release-report';
import type { Log } from '@vidlunnia/operating/log';
import type { Releases } from './release-set';

/** Sets that are remembered; older ones only if they have some remote's previous release. */
const REMEMBERED = 20;

const PastSetSchema = Type.Object({
  /** When the set went live; ISO 8601. */
  since: Type.String(),
  remotes: Type.Record(Type.String(), Type.Omit(PromotedReleaseSchema, ['since'])),
});

/** A release set that was live. */
type PastSet = Static<typeof PastSetSchema>;

/** The sets that were live, the newest first: the first is the live one. */
export type Stack = readonly PastSet[];

/** The stack in its file: a restarted shell continues with it. */
export class History {
  readonly #file: string;
  #stack: Stack;

  constructor(file: string, stack: Stack) {
    this.#file = file;
    this.#stack = stack;
  }

  stack(): Stack {
    return this.#stack;
  }

  /** Records that these releases are live. Rejects when the file cannot be written; nothing has changed then. */
  async add(releases: Releases): Promise<void> {
    const next = withSet(this.#stack, releases);
    // A full disk must not stop a shell from starting with its releases.
    if (next === this.#stack) return;
    // In one step: a process that is killed leaves the old file or the new one.
    await writeFile(`${this.#file}.next`, JSON.stringify(next));
    await rename(`${this.#file}.next`, this.#file);
    this.#stack = next;
  }
}

/** Reads the file. A missing or damaged file is an empty stack: the store and the teams' origins have the releases. */
export async function openHistory(file: string, log: Log): Promise<History> {
  let stack: Stack = [];
  try {
    if (existsSync(file))
      stack = parseChecked(Type.Array(PastSetSchema), await readFile(file, 'utf8'), path.basename(file));
  } catch (error) {
    log.warn(`${file} cannot be used, so it is not known what was live: ${String(error)}`);
  }
  return new History(file, stack);
}

/**
 * The stack with these releases on top. A rollback removes the sets above its release, so that none is used as a
 * fallback.
 */
export function withSet(stack: Stack, releases: Releases): Stack {
  let below = stack;
  for (const [name, { release }] of Object.entries(releases)) {
    const known = below.findIndex(({ remotes }) => remotes[name]?.version === release.version);
    if (known > 0) below = below.slice(known);
  }
  const remotes = Object.fromEntries(
    Object.entries(releases).map(([name, { commit, provenance, release }]) => [
      name,
      { version: release.version, commit, ...(provenance && { provenance }) },
    ]),
  );
  if (versionsOf(below[0]?.remotes) === versionsOf(remotes)) return below;
  const next = [{ since: new Date(Date.now()).toISOString(), remotes }, ...below];
  const needed = Object.entries(remotes).map(([name, { version }]) =>
    next.find((set) => (set.remotes[name]?.version ?? version) !== version),
  );
  return next.filter((set, place) => place < REMEMBERED || needed.includes(set));
}

const versionsOf = (remotes: PastSet['remotes'] = {}): string =>
  Object.entries(remotes)
    .map(([name, { version }]) => `${name}@${version}`)
    .sort()
    .join();

/** The releases of a remote in a stack, the newest first, with the time each went live. */
export function releasesOf(stack: Stack, name: string): readonly PromotedRelease[] {
  const releases: PromotedRelease[] = [];
  for (const { since, remotes } of stack) {
    const release = remotes[name];
    if (!release) continue;
    if (releases.at(-1)?.version === release.version) releases.pop();
    releases.push({ ...release, since });
  }
  return releases;
}

/** Their versions. */
export const versionsIn = (stack: Stack, name: string): string[] =>
  releasesOf(stack, name).map(({ version }) => version);
