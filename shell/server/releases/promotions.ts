import { existsSync } from 'node:fs';
import { readFile, rename, writeFile } from 'node:fs/promises';
import { Type, type Static } from '@sinclair/typebox';
import { Value } from '@sinclair/typebox/value';
import type { RemoteName } from '@vidlunnia/shared/contracts';
import { PromotedReleaseSchema, type PromotedRelease } from '@vidlunnia/shared/contracts/release-report';
import type { ReleaseManifest } from '@vidlunnia/shared/contracts/release';
import type { Remote } from '@vidlunnia/shared/topology';

/** Releases before the live one that are told of. */
const REMEMBERED = 5;

const RecordSchema = Type.Record(
  Type.String(),
  Type.Object({ live: PromotedReleaseSchema, previous: Type.Array(PromotedReleaseSchema) }),
);

/** A verified release and whose it is. */
export interface Candidate {
  readonly remote: Remote;
  readonly release: ReleaseManifest;
}

type PromotionRecord = Static<typeof RecordSchema>;

interface Promoted {
  readonly live: PromotedRelease | null;
  /** Those before, the newest first. */
  readonly previous: readonly PromotedRelease[];
}

/** What was promoted, kept in a file: a shell that starts again goes on with it. */
export interface Promotions {
  of(name: RemoteName): Promoted;
  /** Rejects when it cannot be kept; nothing has changed then. */
  add(candidates: readonly Candidate[]): Promise<void>;
}

/** Reads the file. One that is missing or damaged means that nothing was promoted: the teams' origins know better. */
export async function openPromotions(
  file: string,
  log: { warn(message: string): void },
): Promise<Promotions> {
  let record = await read(file).catch((error: unknown): PromotionRecord => {
    log.warn(`${file} cannot be used, so every release is taken in anew: ${String(error)}`);
    return {};
  });
  const of = (name: RemoteName): Promoted => record[name] ?? { live: null, previous: [] };

  return {
    of,
    add: async (candidates) => {
      const since = new Date().toISOString();
      const added = candidates.map(({ remote, release: { version, commit } }) => {
        const { live, previous } = of(remote.name);
        const before = releasesBefore(version, [...(live ? [live] : []), ...previous]);
        return [remote.name, { live: { version, commit, since }, previous: before }] as const;
      });
      const next = { ...record, ...Object.fromEntries(added) };
      await write(file, next);
      record = next;
    },
  };
}

/**
 * What was live before a version, the newest first, of what was live until now. A version that returns takes back what
 * came after it: nobody is to fall back to that.
 */
export function releasesBefore<Known extends { readonly version: string }>(
  version: string,
  known: readonly Known[],
): Known[] {
  const first = known.findIndex((one) => one.version === version) + 1;
  return known.slice(first, first + REMEMBERED);
}

async function read(file: string): Promise<PromotionRecord> {
  if (!existsSync(file)) return {};
  const value: unknown = JSON.parse(await readFile(file, 'utf8'));
  if (!Value.Check(RecordSchema, value)) throw new Error('it is malformed');
  return value;
}

async function write(file: string, record: PromotionRecord): Promise<void> {
  await writeFile(`${file}.next`, JSON.stringify(record));
  await rename(`${file}.next`, file);
}
