import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { Type, type Static, type TSchema } from '@sinclair/typebox';
import { parseChecked } from '@vidlunnia/settings/checked';
import { messageOf } from '@vidlunnia/settings/machine';
import { ORIGIN_FILES, ReleaseManifestSchema, VersionSchema } from './release';

/** Returns an object's next bytes, `null` for no change. Gets the current bytes, `null` for a missing object. */
export type Change = (bytes: Buffer | null) => Buffer | null | Promise<Buffer | null>;

/** Objects by name, in a folder or a bucket. They cannot be listed. Every error has the location and the fix. */
export interface ObjectStore {
  /** Where the objects are, for messages. */
  readonly place: string;
  /** The object's bytes, `null` when it does not exist. */
  read(name: string): Promise<Buffer | null>;
  /** Replaces an object atomically: readers never see a part. */
  write(name: string, bytes: Uint8Array): Promise<void>;
  /** Removes an object; a missing one is no error. */
  remove(name: string): Promise<void>;
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
 * Milliseconds for which a version outside the history is kept, because another process may be publishing it, or have
 * read an older history. Clocks of publishing machines must not differ by more than half of this time.
 */
export const GRACE_MS = 300_000;
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

const NotesSchema = Type.Array(
  Type.Object({
    version: VersionSchema,
    /** ISO 8601. For a candidate, when it ends; otherwise when a process last began to write the version. */
    since: Type.String(),
  }),
);

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

/** Parses a JSON file; `file` names it in errors. */
type Parse<Value> = (json: Uint8Array, file: string) => Value;

/** Parses the JSON of a schema. */
export const parserOf =
  <Schema extends TSchema>(schema: Schema): Parse<Static<Schema>> =>
  (json, file) =>
    parseChecked(schema, json, file);

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
 * - Files of a version are removed when for `GRACE_MS` the history has not named it, and no process has worked on it. A
 * note precedes a version's first file and its removal from the history, because objects cannot be listed.
 */
export function versionedStore<Entry extends NamedVersion>(
  objects: ObjectStore,
  parseHistory: Parse<readonly Entry[]>,
  pointerOf: (last: Entry) => NamedVersion = ({ version }) => ({ version }),
) {
  const historyFile = jsonFile(objects, HISTORY, parseHistory, []);
  const pointerFile = jsonFile(objects, POINTER, parserOf(NamedSchema), null);
  const notesFile = jsonFile(objects, '.unnamed.json', parserOf(NotesSchema), []);
  const manifestOf = async (version: string) => {
    const bytes = await objects.read(`${version}/${MANIFEST}`);
    return bytes && { bytes, files: filesIn(bytes) };
  };
  const current = async () => (await pointerFile.read())?.version ?? null;

  /** Notes versions as in progress, or with `until` as candidates. A later existing time stays. */
  async function note(versions: readonly string[], until = new Date(Date.now())): Promise<void> {
    const now = new Date(Date.now()).toISOString();
    const since = until.toISOString();
    await notesFile.update((known) => {
      const missing = versions.filter(
        (version) => !known.some((each) => each.version === version && each.since >= since),
      );
      const others = known.filter(({ version }) => !missing.includes(version));
      const notes = [...others, ...missing.map((version) => ({ version, since }))];
      const ended = candidatesIn(notes).slice(0, -MAX_CANDIDATES);
      return notes.map((each) => (ended.includes(each) ? { ...each, since: now } : each));
    });
  }

  /**
   * Writes a version, except for files that exist already. Rejects with `PublishedDifferentlyError` if it exists with
   * other files.
   */
  async function write(
    { version, manifest, files, read, isSame = (bytes) => bytes.equals(manifest) }: NewVersion,
    { signal, until }: { readonly signal?: AbortSignal | undefined; readonly until?: Date | undefined } = {},
  ): Promise<void> {
    const started = Date.now();
    const assertSame = async () => {
      const existing = await manifestOf(version);
      if (existing?.files && !isSame(existing.bytes)) throw new PublishedDifferentlyError(version);
    };
    // Before the note, so that retries do not delay the removal of another process's unfinished version.
    await assertSame();
    await note([version], until);
    // The first manifest stays, unless it is damaged, so that no other process adds unlisted files.
    await objects.update(`${version}/${MANIFEST}`, (bytes) =>
      bytes && filesIn(bytes) ? null : Buffer.from(manifest),
    );
    await assertSame();
    await inParallel(Object.entries(files), FILES_AT_ONCE, async ([file, { sha384 }]) => {
      signal?.throwIfAborted();
      const existing = await objects.read(`${version}/${file}`);
      if (existing && hashOf(existing) === sha384) return;
      const bytes = await read(file);
      if (hashOf(bytes) !== sha384) throw new Error(`${file} is not the file that the release names`);
      await objects.write(`${version}/${file}`, bytes);
    });
    signal?.throwIfAborted();
    if (Date.now() - started > GRACE_MS / 2)
      throw new Error('It took so long that another process may remove it; release again');
  }

  /**
   * Replaces the history, whose last version becomes live. `next` may be called several times, also with its own
   * result, which it must return unchanged.
   */
  async function change(next: (history: readonly Entry[]) => readonly Entry[]): Promise<void> {
    const before = await historyFile.readRepaired();
    const after = next(before);
    const leaving = before.filter((entry) => !after.some(({ version }) => version === entry.version));
    if (leaving.length > 0) await note(leaving.map(({ version }) => version));
    await historyFile.update(next);
    await pointerFile.update(async (pointer) => {
      // Read after the pointer, because a later change of the history also writes the pointer later.
      const last = (await historyFile.read()).at(-1);
      return last ? pointerOf(last) : pointer;
    });
    if (after.length === 0) await objects.remove(POINTER);
  }

  /**
   * Removes the signature first, so the version is incomplete; the manifest last, because it lists the files. Files that
   * only a damaged manifest listed stay.
   */
  async function remove(version: string): Promise<void> {
    const files = Object.keys((await manifestOf(version))?.files ?? {});
    for (const file of [SIGNATURE, ...files, MANIFEST]) await objects.remove(`${version}/${file}`);
  }

  return {
    objects,
    /** The versions that were live, oldest first. */
    history: historyFile.read,
    /** The live version; `null` before the first. */
    current,
    /** Versions that may be missing in the history, with the time until which they are needed; oldest first. */
    notes: notesFile.read,
    /** Versions that are kept for previews, with their ends; newest first. */
    candidates: async () =>
      candidatesIn(await notesFile.read())
        .map(({ version, since }) => ({ version, until: since }))
        .reverse(),
    note,
    write,
    change,
    remove,
    /**
     * Shortens the history to `kept` versions and the version that is live elsewhere. Removes files of versions outside
     * the history after `graceMs`, and of candidates after their end. Resolves to the removed versions. After an
     * interruption, the next call continues.
     */
    prune: async ({ kept, live, graceMs = GRACE_MS }: Retention): Promise<string[]> => {
      const named = [await current(), live];
      const old = oldVersions(await historyFile.readRepaired(), named, kept);
      if (old.length > 0)
        await change((history) => {
          const going = oldVersions(history, named, kept).filter((version) => old.includes(version));
          return history.filter(({ version }) => !going.includes(version));
        });
      const now = Date.now();
      const due = (await notesFile.readRepaired()).filter(({ since }) => now - Date.parse(since) >= graceMs);
      if (due.length === 0) return [];
      const needed = [await current(), ...(await historyFile.read()).map(({ version }) => version)];
      const gone = due.map(({ version }) => version).filter((version) => !needed.includes(version));
      for (const version of gone) await remove(version);
      await notesFile.update((known) =>
        known.filter((each) => !due.some((one) => isDeepStrictEqual(one, each))),
      );
      return gone;
    },
  };
}

export interface Retention {
  /** Number of versions in the history. */
  readonly kept: number;
  /** A version that is live elsewhere; it may be old if a site rejects newer versions. */
  readonly live?: string | undefined;
  readonly graceMs?: number;
}

const hashOf = (bytes: Uint8Array) => createHash('sha384').update(bytes).digest('base64');

const candidatesIn = (notes: Static<typeof NotesSchema>) =>
  notes.filter(({ since }) => Date.parse(since) > Date.now());

/** Versions that are neither `named` nor among the newest, oldest first. A version's last entry counts. */
export function oldVersions(
  history: readonly { readonly version: string }[],
  named: readonly (string | null | undefined)[],
  kept: number,
): string[] {
  const newestFirst = new Set(history.map(({ version }) => version).reverse());
  return [...newestFirst]
    .slice(kept)
    .filter((version) => !named.includes(version))
    .reverse();
}

/** The files of a manifest; `null` if it is damaged. */
function filesIn(manifest: Buffer): Static<typeof FilesSchema>['files'] | null {
  try {
    return parseChecked(FilesSchema, manifest, MANIFEST).files;
  } catch {
    return null;
  }
}

/**
 * A JSON object of a store. `absent` is the value of a missing object, and is never written. A change sets a damaged
 * object aside, and begins with `absent`.
 */
function jsonFile<Value, Absent>(
  objects: ObjectStore,
  name: string,
  parseJson: Parse<Value>,
  absent: Absent,
) {
  const parse = (bytes: Buffer | null): Value | Absent =>
    bytes ? parseJson(bytes, `${name} in ${objects.place}`) : absent;
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
  const rest = items.values();
  let failed = false;
  const worker = async () => {
    for (const item of rest) {
      if (failed) return;
      try {
        await work(item);
      } catch (error) {
        failed = true;
        throw error;
      }
    }
  };
  const ended = await Promise.allSettled(Array.from({ length: limit }, worker));
  const failure = ended.find((each) => each.status === 'rejected');
  if (failure) throw failure.reason;
}
