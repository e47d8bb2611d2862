import { existsSync } from 'node:fs';
import { readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { Type, type Static } from '@sinclair/typebox';
import { parseChecked } from '@vidlunnia/contracts/checked';
import { PromotedReleaseSchema, type PromotedRelease } from '@vidlunnia/contracts/release-report';
import type { RemoteRelease } from '../../src/remotes/release-set';

/** Releases before the live one that are remembered. */
const REMEMBERED = 5;

const FileSchema = Type.Record(
  Type.String(),
  Type.Object({ live: PromotedReleaseSchema, previous: Type.Array(PromotedReleaseSchema) }),
);

/** A verified release of a remote. */
export interface VerifiedRelease {
  readonly name: string;
  readonly commit: string | null;
  readonly provenance?: PromotedRelease['provenance'];
  readonly release: RemoteRelease;
}

interface Entry extends PromotedRelease {
  /** Absent until this process has verified its copy. */
  readonly release?: RemoteRelease;
}

/** What was promoted, kept in a file: a shell that starts again goes on with it. */
export interface History {
  /** Promoted releases of a remote, the newest first. */
  of(name: string): readonly Entry[];
  /** Rejects when it cannot be written; nothing has changed then. */
  add(releases: readonly VerifiedRelease[]): Promise<void>;
  /** Notes that a release from the file was verified. */
  verified(release: VerifiedRelease): void;
}

/** Reads the file. One that is missing or damaged means that nothing was promoted: the teams' origins and the store know better. */
export async function openHistory(file: string, log: { warn(message: string): void }): Promise<History> {
  let history = await read(file).catch((error: unknown): Entries => {
    log.warn(`${file} cannot be used, so it is not known what was live: ${String(error)}`);
    return {};
  });
  const of = (name: string) => history[name] ?? [];
  const verified = ({ name, release }: VerifiedRelease) => {
    const entries = of(name).map((entry) =>
      entry.version === release.version ? { ...entry, release } : entry,
    );
    history = { ...history, [name]: entries };
  };

  return {
    of,
    add: async (releases) => {
      // Nothing to write: a full disk keeps no shell from starting with what it has.
      const isNewest = ({ name, release }: VerifiedRelease) => of(name)[0]?.version === release.version;
      if (releases.every(isNewest)) {
        for (const release of releases) verified(release);
        return;
      }
      const since = new Date().toISOString();
      const added = releases.map(({ name, commit, provenance, release }) => {
        const entry = { version: release.version, commit, ...(provenance && { provenance }), since, release };
        return [name, [entry, ...earlierThan(release.version, of(name))]] as const;
      });
      const next = { ...history, ...Object.fromEntries(added) };
      await write(file, next);
      history = next;
    },
    verified,
  };
}

/** Rolling back drops newer releases from the history: nobody is to fall back to them. */
function earlierThan(version: string, entries: readonly Entry[]): Entry[] {
  const first = entries.findIndex((entry) => entry.version === version) + 1;
  return entries.slice(first, first + REMEMBERED);
}

type Entries = Readonly<Partial<Record<string, readonly Entry[]>>>;

async function read(file: string): Promise<Entries> {
  if (!existsSync(file)) return {};
  const value = parseChecked(FileSchema, await readFile(file, 'utf8'), path.basename(file));
  return Object.fromEntries(
    Object.entries(value).map(([name, { live, previous }]) => [name, [live, ...previous]]),
  );
}

/** In one step, so that a process that ends meanwhile leaves the old file or the new one. */
async function write(file: string, entries: Entries): Promise<void> {
  const content: Static<typeof FileSchema> = {};
  for (const [name, [live, ...previous] = []] of Object.entries(entries)) {
    if (live) content[name] = { live: promoted(live), previous: previous.map(promoted) };
  }
  await writeFile(`${file}.next`, JSON.stringify(content));
  await rename(`${file}.next`, file);
}

/** An entry as the file and `/-/releases` have it. */
export const promoted = ({ version, commit, provenance, since }: Entry): PromotedRelease => ({
  version,
  commit,
  ...(provenance && { provenance }),
  since,
});
