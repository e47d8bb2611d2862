import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setImmediate as pause } from 'node:timers/promises';
import { Type, type Static } from '@sinclair/typebox';
import { Value } from '@sinclair/typebox/value';
import { replaceFile } from '@vidlunnia/settings/machine';

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
  post: Type.Optional(
    Type.Object({
      /** The front matter. */
      fields: Type.Unknown(),
      /** Addresses of the pictures in the text. */
      pictures: Type.Array(Type.String()),
      /** Absent if pages lose something of the text, or if this was not checked. */
      own: Type.Optional(
        Type.Object({
          links: Type.Array(Type.Object({ address: Type.String(), line: Type.Number() })),
          parts: Type.Array(Type.String()),
        }),
      ),
    }),
  ),
});
const FactsSchema = Type.Record(Type.String(), FactSchema);

type Fact = Static<typeof FactSchema>;

/** The file of a folder of versions in which facts are kept. */
export const factsFileOf = (folder: string): string => join(folder, 'facts.json');

export type FileFacts = Awaited<ReturnType<typeof openFacts>>;

/**
 * Opens the facts about valid pictures and posts, by the hash of their bytes: none if the file is missing, malformed or
 * `undefined`. With them, only new files have to be decoded, parsed and rendered.
 */
export async function openFacts(file: string | undefined) {
  const text = file === undefined ? '' : await readFile(file, 'utf8').catch(() => '');
  const earlier = new Map(Object.entries(parseFacts(text)));
  /** The others are forgotten. */
  const used = new Map<string, Fact>();
  return {
    get: (hash: string): Fact | undefined => {
      const fact = used.get(hash) ?? earlier.get(hash);
      if (fact) used.set(hash, fact);
      return fact;
    },
    set: (hash: string, fact: Fact) => used.set(hash, fact),
    /** Writes the facts that were used. Without the right to write, the next start has to read everything again. */
    save: async () => {
      if (file === undefined || [...used.keys()].every((hash) => earlier.has(hash))) return;
      // Live content and drafts may be read at the same time.
      await replaceFile(file, JSON.stringify(Object.fromEntries(used))).catch(() => undefined);
    },
  };
}

function parseFacts(text: string): Record<string, Fact> {
  try {
    const facts: unknown = JSON.parse(text);
    return Value.Check(FactsSchema, facts) ? facts : {};
  } catch {
    return {};
  }
}
