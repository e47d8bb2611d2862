import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { LRUCache } from 'lru-cache';

/** A style sheet as a document carries it. */
export interface StyleSheet {
  /** Its public address, by which webpack finds that it is there already. */
  readonly href: string;
  readonly text: string;
  /** What the Content-Security-Policy has to allow (https://www.w3.org/TR/CSP3/#grammardef-hash-source). */
  readonly source: string;
}

/** Gives style sheets by their public addresses. One that is not there is left out: its part will ask for it. */
export type StyleSheets = (hrefs: readonly string[]) => Promise<StyleSheet[]>;

/** Style sheets that are kept in memory: those of a few sets, some 60 KB each. */
const CAPACITY = 32;

/** Reads style sheets from the folders that are served under these prefixes. */
export function createStyleSheets(folders: Readonly<Record<string, string>>): StyleSheets {
  const kept = new LRUCache<string, StyleSheet>({ max: CAPACITY });

  async function sheet(href: string): Promise<StyleSheet | null> {
    const known = kept.get(href);
    if (known) return known;
    const css = await readFile(fileOf(href), 'utf8').catch(() => null);
    if (css === null) return null;
    const read = styleSheet(href, css);
    kept.set(href, read);
    return read;
  }

  function fileOf(href: string): string {
    const prefix = Object.keys(folders).find((candidate) => href.startsWith(candidate));
    if (prefix === undefined) throw new Error(`${href} is no address of a style sheet`);
    return path.join(folders[prefix] ?? '', href.slice(prefix.length));
  }

  return async (hrefs) => (await Promise.all(hrefs.map(sheet))).filter((read) => read !== null);
}

/** Nothing in the text can end its element: inside a string of CSS the backslash changes nothing. */
export function styleSheet(href: string, css: string): StyleSheet {
  const text = css.trim().replace(/<\/(?=style)/gi, '<\\/');
  return { href, text, source: `'sha256-${createHash('sha256').update(text).digest('base64')}'` };
}
