import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { LRUCache } from 'lru-cache';
import { wordsOf } from './needs';
import { rulesOf, usedText, type Rule } from './used-rules';

/** The styles that a document carries. */
export interface PageStyle {
  readonly text: string;
  /** What the Content-Security-Policy has to allow (https://www.w3.org/TR/CSP3/#grammardef-hash-source). */
  readonly source: string;
}

/**
 * Gives of the style sheets at these addresses what a page of this HTML uses before code runs there; all of them when
 * it has none yet. A sheet that is not there, or is none, is left out: its island will
 * ask for it.
 */
export type PageStyles = (hrefs: readonly string[], html: string) => Promise<PageStyle>;

/** Style sheets that are kept in memory: those of a few sets, some 60 KB each. */
const CAPACITY = 32;

/** Reads style sheets from the folders that are served under these prefixes. */
export function createPageStyles(folders: Readonly<Record<string, string>>): PageStyles {
  const kept = new LRUCache<string, Sheet>({ max: CAPACITY });

  async function sheet(href: string): Promise<Sheet | null> {
    const known = kept.get(href);
    if (known) return known;
    const read = await readFile(fileOf(href), 'utf8')
      .then((css) => ({ css, rules: rulesOf(css) }))
      .catch(() => null);
    if (read) kept.set(href, read);
    return read;
  }

  function fileOf(href: string): string {
    const prefix = Object.keys(folders).find((candidate) => href.startsWith(candidate));
    if (prefix === undefined) throw new Error(`${href} is no address of a style sheet`);
    return path.join(folders[prefix] ?? '', href.slice(prefix.length));
  }

  return async (hrefs, html) => {
    const sheets = (await Promise.all(hrefs.map(sheet))).filter((read) => read !== null);
    if (html === '') return pageStyle(sheets.map(({ css }) => css).join(''));
    return pageStyle(
      usedText(
        sheets.flatMap(({ rules }) => rules),
        wordsOf(html),
      ),
    );
  };
}

interface Sheet {
  readonly css: string;
  readonly rules: readonly Rule[];
}

/** Nothing in the text can end its element: inside a string of CSS the backslash changes nothing. */
export function pageStyle(css: string): PageStyle {
  const text = css.trim().replace(/<\/(?=style)/gi, '<\\/');
  return { text, source: `'sha256-${createHash('sha256').update(text).digest('base64')}'` };
}
