import { isDeepStrictEqual } from 'node:util';
import { Type, type Static, type TSchema } from '@sinclair/typebox';
import { parseChecked } from '@vidlunnia/settings/checked';
import { messageOf } from '@vidlunnia/settings/machine';
import { ORIGIN_FILES, ReleaseManifestSchema, VersionSchema } from './release';
import { sha384Of } from './signature';

/** Returns an object's next bytes, `null` for no change. Gets the current bytes, `null` for a missing object. */
export type Change = (bytes: Buffer | null) => Buffer | null | Promise<Buffer | null>;

export interface ListedObject {
  readonly name: string;
  /** Milliseconds since the object was written. A bucket uses its own clock, a folder that of this machine. */
  readonly ageMs: number;
}

/** Objects by name, in a folder or a bucket. Every error has the location and the fix. */
export interface ObjectStore {
  /** Where the objects are, for messages. */
  readonly place: string;
  /** The object's bytes, `null` when it does not exist. */
  read(name: string): Promise<Buffer | null>;
  /** Replaces an object atomically: readers never see a part. */
  write(name: string, bytes: Uint8Array): Promise<void>;
  /** Removes an object; a missing one is no error. */
  remove(name: string): Promise<void>;
  /** All objects. */
  list(): Promise<readonly ListedObject[]>;
  /**
   * Changes an object that other processes may change at the same time. `change` is called until it returns `null`, so
   * it must recognise its own result.
   */
  update(name: string, change: Change): Promise<void>;
}

/** `Cache-Control` of an object. Files in a version's folder never change. */
export const cacheControlOf = (name: string): string =>
  name.includes('/') ? 'public, max-age=31536000, immutable' : 'no-store';

/**
 * Milliseconds for which a version outside the history is kept after its last object was written, because another
 * process may be publishing it.
 */
export const GRACE_MS = 300_000;
/** While a damaged file that was set aside is younger, nothing is removed, so that a person can repair it. */
const REPAIR_MS = 30 * 86_400_000;
/** Maximum number of candidates; the oldest end early. */
const MAX_CANDIDATES = 20;
/** Concurrent transfers, because a distant server takes long for each file. */
const FILES_AT_ONCE = 8;

export const HISTORY = 'history.json';
const { manifest: MANIFEST, signature: SIGNATURE, pointer: POINTER } = ORIGIN_FILES;

/** The part of every pointer that the store needs. */
const NamedSchema = Type.Object({ version: VersionSchema });
/** The part of every manifest that the store needs. */
const FilesSchema = Type.Pick(ReleaseManifestSchema, ['files']);

/** The oldest first. `until` is in ISO 8601. */
const CandidatesSchema = Type.Array(Type.Object({ version: VersionSchema, until: Type.String() }));
type Candidates = Static<typeof CandidatesSchema>;

/** The files of a version, before they are written. */
export interface NewVersion extends Static<typeof FilesSchema> {
  /** The hash that names the version. */
  readonly version: string;
  /** The exact bytes of its manifest, which has `files`. */
  readonly manifest: Uint8Array;
  readonly read: (file: string) => Promise<Uint8Array>;
  /** Whether a manifest of the same version counts as equal; by default, its bytes must be equal. */
  readonly isSame?: (manifest: Buffer) => boolean;
}

/** The version exists with other content. Nothing was changed. */
export class PublishedDifferentlyError extends Error {
  override readonly name = 'PublishedDifferentlyError';

  constructor(version: string) {
    super(`${version} is published, or being published, with other bytes, and a version never changes`);
  }
}

/** A schema of values of this type. */
type SchemaOf<Value> = TSchema & { static: Value };

/** What the store needs to know of an entry of a history. */
export interface NamedVersion {
  readonly version: string;
}

export type VersionedStore<Entry extends NamedVersion> = ReturnType<typeof versionedStore<Entry>>;

/**
 * Versions of files: team releases, the owner's content. Each version is a folder with a manifest,
 * named by a hash. `history.json` lists the versions that were live, the live one last; `current.json` points at it, and
 * has what `pointerOf` returns for it.
 *
 * - Readers see all of a version or nothing: history and pointer name it after its last file is written.
 * - A killed process has changed nothing for readers. The next process completes or removes its work.
 * - Several processes may publish at once without a lock. History and pointer change only by compare-and-swap, the
 * first manifest of a version stays, and the history decides which version is live.
 * - Objects of a version are removed when neither the history nor a candidate names it, and none of them was written
 * during `GRACE_MS`.
 */
export function versionedStore<Entry extends NamedVersion>(
  objects: ObjectStore,
  historySchema: SchemaOf<readonly Entry[]>,
  pointerOf: (last: Entry) => NamedVersion = ({ version }) => ({ version }),
) {
  const historyFile = jsonFile(objects, HISTORY, historySchema, []);
  const pointerFile = jsonFile(objects, POINTER, NamedSchema, null);
  // Origins serve no name with a dot, because whoever knows a candidate's version gets its files.
  const candidatesFile = jsonFile(objects, '.candidates.json', CandidatesSchema, []);
  const current = async () => (await pointerFile.read())?.version ?? null;

  /** Keeps a version for previews. A later end that is known stays, because its link is valid until then. */
  const keep = (version: string, until: string) =>
    candidatesFile.update((known) => {
      const kept = notEnded(known);
      if (kept.some((each) => each.version === version && each.until >= until)) return kept;
      return [...kept.filter((each) => each.version !== version), { version, until }].slice(-MAX_CANDIDATES);
    });

  /**
   * Writes a version, except for files that exist already. Rejects with `PublishedDifferentlyError` if it exists with
   * other files. With `until`, it is a candidate until then.
   */
  async function write(
    { version, manifest, files, read, isSame = (bytes) => bytes.equals(manifest) }: NewVersion,
    { signal, until }: { readonly signal?: AbortSignal | undefined; readonly until?: Date | undefined } = {},
  ): Promise<void> {
    const started = Date.now();
    let isWritten = false;
    await objects.update(`${version}/${MANIFEST}`, (bytes) => {
      const isWhole = bytes !== null && isManifest(bytes);
      if (isWhole && !isSame(bytes)) throw new PublishedDifferentlyError(version);
      if (isWhole && isWritten) return null;
      isWritten = true;
      // The first manifest stays, so that no other process adds unlisted files. Its new time keeps existing files.
      return isWhole ? bytes : Buffer.from(manifest);
    });
    await inParallel(Object.entries(files), FILES_AT_ONCE, async ([file, { sha384 }]) => {
      signal?.throwIfAborted();
      const existing = await objects.read(`${version}/${file}`);
      if (existing && sha384Of(existing) === sha384) return;
      const bytes = await read(file);
      if (sha384Of(bytes) !== sha384) throw new Error(`${file} is not the file that the release names`);
      await objects.write(`${version}/${file}`, bytes);
    });
    signal?.throwIfAborted();
    if (Date.now() - started > GRACE_MS / 2)
      throw new Error('It took so long that another process may remove it; release again');
    if (until) await keep(version, until.toISOString());
  }

  /**
   * Replaces the history, whose last version becomes live. `next` may be called several times, also with its own
   * result, which it must return unchanged.
   */
  async function change(next: (history: readonly Entry[]) => readonly Entry[]): Promise<void> {
    await historyFile.update(next);
    await pointerFile.update(async (pointer) => {
      // Read after the pointer, because a later change of the history also writes the pointer later.
      const last = (await historyFile.read()).at(-1);
      return last ? pointerOf(last) : pointer;
    });
  }

  return {
    /** The versions that were live, oldest first. */
    history: historyFile.read,
    /** The live version; `null` before the first. */
    current,
    /** Versions that are kept for previews, with their ends; newest first. */
    candidates: async () => notEnded(await candidatesFile.read()).reverse(),
    write,
    change,
    /**
     * Shortens the history to `kept` versions and `live`, the version that is live elsewhere: it may be old if a site
     * rejects newer ones. Removes the objects of versions that nothing names, after `graceMs`. Resolves to the removed
     * versions. After an interruption, the next call continues.
     */
    prune: async ({
      kept,
      live,
      graceMs = GRACE_MS,
    }: {
      readonly kept: number;
      readonly live?: string | undefined;
      readonly graceMs?: number;
    }): Promise<readonly string[]> => {
      const named = [await current(), live];
      const shorten = (history: readonly Entry[]) => {
        // The last entry of a version counts.
        const newest = [...new Set(history.map(({ version }) => version).reverse())].slice(0, kept);
        return history.filter(({ version }) => newest.includes(version) || named.includes(version));
      };
      const history = await historyFile.readRepaired();
      if (shorten(history).length < history.length) await change(shorten);
      const candidates = notEnded(await candidatesFile.readRepaired());
      // Before the history is read: a version that becomes live in between is kept.
      const listed = await objects.list();
      if (listed.some(({ name, ageMs }) => /^[^/]*\.damaged$/.test(name) && ageMs < REPAIR_MS)) return [];
      const needed = new Set([
        ...[...named, await current()],
        ...[...(await historyFile.read()), ...candidates].map(({ version }) => version),
      ]);
      const objectsOf = (version: string) => listed.filter(({ name }) => name.startsWith(`${version}/`));
      const gone = [...new Set(listed.flatMap(({ name }) => /^[0-9a-f]{12}(?=\/)/.exec(name) ?? []))]
        .filter((version) => !needed.has(version))
        .filter((version) => objectsOf(version).every(({ ageMs }) => ageMs >= graceMs))
        .sort();
      for (const version of gone) {
        const signature = `${version}/${SIGNATURE}`;
        // First, so that the rest does not count as a release.
        await objects.remove(signature);
        const rest = objectsOf(version).filter(({ name }) => name !== signature);
        await inParallel(rest, FILES_AT_ONCE, ({ name }) => objects.remove(name));
      }
      return gone;
    },
  };
}

const notEnded = (candidates: Candidates) => candidates.filter(({ until }) => Date.parse(until) > Date.now());

function isManifest(bytes: Buffer): boolean {
  try {
    parseChecked(FilesSchema, bytes, MANIFEST);
    return true;
  } catch {
    return false;
  }
}

/**
 * A JSON object of a store. `absent` is the value of a missing object, and is never written. A change sets a damaged
 * object aside, and begins with `absent`.
 */
function jsonFile<Value, Absent>(
  objects: ObjectStore,
  name: string,
  schema: SchemaOf<Value>,
  absent: Absent,
) {
  const parse = (bytes: Buffer | null): Value | Absent =>
    bytes ? parseChecked(schema, bytes, `${name} in ${objects.place}`) : absent;
  const parseOrSetAside = async (bytes: Buffer | null): Promise<Value | Absent> => {
    try {
      return parse(bytes);
    } catch (error) {
      if (bytes) await objects.write(`${name}.damaged`, bytes);
      await objects.remove(name);
      process.stderr.write(`${messageOf(error)}; it is now ${name}.damaged, and a new one is begun\n`);
      return absent;
    }
  };
  const read = async () => parse(await objects.read(name));
  const update = (
    change: (value: Value | Absent) => Value | Absent | Promise<Value | Absent>,
  ): Promise<void> =>
    objects.update(name, async (bytes) => {
      const value = await parseOrSetAside(bytes);
      const next = await change(value);
      const text = JSON.stringify(next, null, 2);
      // As it will be read: JSON drops undefined properties.
      return isDeepStrictEqual(JSON.parse(text), value) ? null : Buffer.from(`${text}\n`);
    });
  return {
    read,
    update,
    readRepaired: () => read().catch(() => update((value) => value).then(read)),
  };
}

/**
 * Runs a task for each item in order, at most `limit` at a time. Rejects with the first failure after the running tasks
 * have ended.
 */
export async function inParallel<Item>(
  items: readonly Item[],
  limit: number,
  work: (item: Item) => Promise<void>,
): Promise<void> {
  // A generator, since it ends for all workers when one of them throws.
  const rest = (function* () {
    yield* items;
  })();
  const worker = async () => {
    for (const item of rest) await work(item);
  };
  const ended = await Promise.allSettled(Array.from({ length: limit }, worker));
  const failure = ended.find((each) => each.status === 'rejected');
  if (failure) throw failure.reason;
}
