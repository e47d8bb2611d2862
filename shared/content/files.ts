import { readdir } from 'node:fs/promises';
import path from 'node:path';

/** A post, by its id. All files are named by their path in the content. */
export const POST_FILE = /^posts\/([^/]+)\.md$/;
/** A cover, a portrait or a picture of a text. */
export const PICTURE_FILE = /^(?:covers|portraits)\/[^/]+\.(?:svg|jpe?g|png|webp|avif)$/i;
/** Drawings that services choose from. */
export const ICONS_FILE = /^icons\/[^/]+\.svg$/;
/** Whether the site shows a file of the owner; the JSON files have schemas. */
export const isShown = (file: string): boolean =>
  [POST_FILE, PICTURE_FILE, ICONS_FILE].some((kind) => kind.test(file));
/** The link preview of a post, by its id. */
export const PREVIEW_FILE = /^previews\/([^/]+)\.png$/;

/** Front matter between two lines of `---`, and the text after it. */
export const FRONT_MATTER = /^---\r?\n([\s\S]*?)\r?\n---[ \t]*(?:\r?\n([\s\S]*))?$/;

/** The text of a file in UTF-8, without the byte order mark that editors for Windows write. */
export const textOf = (bytes: Uint8Array): string => new TextDecoder().decode(bytes);

/** Files that systems and editors keep for themselves, such as `.DS_Store` and `kava.md~`. */
const isHidden = (file: string) => file.split('/').some((name) => /^\.|~$/.test(name));

/** All files below a folder, except hidden ones, by their sorted relative paths with slashes. */
export async function filesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) =>
      path.relative(folder, path.join(parentPath, name)).replaceAll(path.sep, '/'),
    )
    .filter((file) => !isHidden(file))
    .sort();
}
