import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setImmediate as pause } from 'node:timers/promises';
import { Type, type Static } from '@sinclair/typebox';
import { Value } from '@sinclair/typebox/value';

/**
 * Reads a small file in one go, then lets requests pass: an asynchronous read goes to Node's thread pool four times,
 * which makes thousands of files ten times slower on a busy machine.
 */
export async function readSmallFile(path: string): Promise<Buffer> {
  const bytes = readFileSync(path);
  await pause();
  return bytes;
}

/** A short name of these bytes. */
export const hashOf = (bytes: Buffer): string =>
  createHash('sha256').update(bytes).digest('hex').slice(0, 12);

const FactSchema = Type.Object({
  /** Pixels, as shown. */
  size: Type.Optional(Type.Object({ width: Type.Number(), height: Type.Number() })),
  /** The front matter of a post, and the addresses of the pictures in its text. */
  post: Type.Optional(Type.Object({ fields: Type.Unknown(), pictures: Type.Array(Type.String()) })),
});
const FactsSchema = Type.Record(Type.String(), FactSchema);

type Fact = Static<typeof FactSchema>;

/** The file of a folder of versions in which facts are kept. */
export const factsFileOf = (folder: string): string => join(folder, 'facts.json');

/**
 * Facts about valid pictures and posts, by the hash of their bytes. They are kept in a file between starts, so only
 * files that are new have to be decoded, parsed and rendered.
 */
export class FileFacts {
  readonly #file: string | undefined;
  readonly #earlier: ReadonlyMap<string, Fact>;
  /** The facts that this read has used; the others are forgotten. */
  readonly #used = new Map<string, Fact>();

  private constructor(file: string | undefined, earlier: ReadonlyMap<string, Fact>) {
    this.#file = file;
    this.#earlier = earlier;
  }

  /** Reads the facts that a file has; none if it is missing, malformed or `undefined`. */
  static async open(file: string | undefined): Promise<FileFacts> {
    const facts: unknown =
      file &&
      (await readFile(file, 'utf8')
        .then((text) => JSON.parse(text) as unknown)
        .catch(() => undefined));
    return new FileFacts(file, new Map(Value.Check(FactsSchema, facts) ? Object.entries(facts) : []));
  }

  get(hash: string): Fact | undefined {
    const fact = this.#used.get(hash) ?? this.#earlier.get(hash);
    if (fact) this.#used.set(hash, fact);
    return fact;
  }

  set(hash: string, fact: Fact): void {
    this.#used.set(hash, fact);
  }

  /** Writes the facts that were used. Without the right to write, the next start has to read everything again. */
  async save(): Promise<void> {
    const isNew = [...this.#used.keys()].some((hash) => !this.#earlier.has(hash));
    if (this.#file === undefined || !isNew) return;
    const next = `${this.#file}.${String(process.pid)}`;
    await writeFile(next, JSON.stringify(Object.fromEntries(this.#used)))
      .then(() => rename(next, this.#file ?? ''))
      .catch(() => undefined);
  }
}
