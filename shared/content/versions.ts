import { createHash } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { Type, type Static } from '@sinclair/typebox';
import { folderStore } from '@vidlunnia/releases/folder-store';
import { CONTENT_GRANT, previewLink } from '@vidlunnia/releases/signature';
import { versionedStore } from '@vidlunnia/releases/versioned-store';
import { filesIn } from './files';

/** Number of kept versions, including the live one. */
const KEPT = 10;
/** How long a draft can be viewed. */
const DRAFT_SECONDS = 3 * 86_400;

const HistorySchema = Type.Array(
  Type.Object({
    version: Type.String(),
    /** The versions whose rollbacks made this one live. */
    takenBack: Type.Optional(Type.Array(Type.String())),
  }),
);

export type ContentVersion = Static<typeof HistorySchema>[number];

/** The versions of live content in a folder. */
const contentIn = (folder: string) => versionedStore(folderStore(folder), HistorySchema);

/** The published versions, the live one first. */
export const versionsIn = async (folder: string): Promise<readonly ContentVersion[]> =>
  [...(await contentIn(folder).history())].reverse();

/** The live version; `null` when nothing is published in the folder. */
export async function liveVersionIn(folder: string): Promise<string | null> {
  const content = contentIn(folder);
  // The next publication writes a pointer that is missing or damaged.
  const pointed = await content.current().catch(() => null);
  return pointed ?? (await content.history()).at(-1)?.version ?? null;
}

/**
 * Copies files and folders into a version, keyed by their paths in it. Resolves to the version's name, which is a hash
 * of the files. `until` keeps the version until then, even if it never becomes live.
 */
export async function prepareContent(
  folder: string,
  sources: Readonly<Record<string, string>>,
  until?: Date,
): Promise<string> {
  const sourceOf = new Map<string, string>();
  for (const [place, source] of Object.entries(sources))
    for (const file of (await stat(source)).isDirectory() ? await filesIn(source) : [''])
      sourceOf.set(path.posix.join(place, file), path.join(source, file));
  const files: Record<string, { size: number; sha384: string }> = {};
  for (const [file, source] of [...sourceOf].sort()) {
    const bytes = await readFile(source);
    files[file] = { size: bytes.length, sha384: createHash('sha384').update(bytes).digest('base64') };
  }
  const manifest = Buffer.from(JSON.stringify({ files }));
  const version = createHash('sha256').update(manifest).digest('hex').slice(0, 12);
  const read = (file: string) => readFile(sourceOf.get(file) ?? file);
  await contentIn(folder).write({ version, manifest, files, read }, { until });
  return version;
}

/** Makes a prepared version live. */
export async function makeLive(folder: string, version: string): Promise<void> {
  const content = contentIn(folder);
  const live = await liveVersionIn(folder).catch(() => null);
  await content.change((published) => {
    // The history is new or damaged.
    const history = published.length === 0 && live !== null ? [{ version: live }] : published;
    if (history.at(-1)?.version === version) return history;
    return [...history.filter((each) => each.version !== version), { version }];
  });
  await content.prune({ kept: KEPT });
}

/**
 * Prepares a version that only previews show. Resolves to a link on the site with this origin, signed with home's key.
 */
export async function publishDraft(
  folder: string,
  sources: Readonly<Record<string, string>>,
  site: string,
  privateKey: string,
): Promise<string> {
  const until = Math.floor(Date.now() / 1000) + DRAFT_SECONDS;
  const version = await prepareContent(folder, sources, new Date(until * 1000));
  await contentIn(folder).prune({ kept: KEPT });
  return previewLink(site, { remote: CONTENT_GRANT, version, until }, privateKey);
}

/**
 * Prepares a version and makes it live, unless it was rolled back: only the owner's own command undoes that. Resolves to its name.
 */
export async function publishContent(
  folder: string,
  sources: Readonly<Record<string, string>>,
): Promise<string> {
  const version = await prepareContent(folder, sources);
  if (!(await isTakenBack(folder, version))) await makeLive(folder, version);
  return version;
}

/** Whether this version was rolled back to the live one; `false` if the history is damaged. */
export const isTakenBack = async (folder: string, version: string): Promise<boolean> =>
  (await versionsIn(folder).catch(() => []))[0]?.takenBack?.includes(version) === true;

/** Rolls back to the version before the live one. */
export async function takeBack(folder: string): Promise<void> {
  const content = contentIn(folder);
  const live = await content.current();
  await content.change((history) => {
    const [before, last] = history.slice(-2);
    if (!before || live === null || last?.version !== live) return history;
    return [...history.slice(0, -2), { ...before, takenBack: [...(last.takenBack ?? []), live] }];
  });
}
