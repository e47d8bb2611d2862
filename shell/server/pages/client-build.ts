import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';

/** Files of the shell's own browser build, relative to `/assets/`. */
export interface ClientBuild {
  readonly version: string;
  /** The script that stands in every document. */
  readonly starter: string;
  /** What the shell begins with. */
  readonly js: readonly string[];
  readonly css: readonly string[];
  /** Chunk of header and navigation. */
  readonly app: readonly string[];
  /** Chunk that loads remotes' code. */
  readonly remotes: readonly string[];
  /** Chunk of the HTTP client. */
  readonly http: readonly string[];
  /** What the shell was built to pass to each module and take from it, by the module's id. */
  readonly declarations: Readonly<Record<string, string>>;
  /** Versions of the packages that the shell provides to the remotes. */
  readonly shared: Readonly<Record<string, string>>;
}

/** Reads what the build wrote beside the server's bundle. */
export function readClientBuild(dist: string): ClientBuild {
  return JSON.parse(readFileSync(path.join(dist, 'client.json'), 'utf8')) as ClientBuild;
}

/** What a document carries as an element's text. */
export interface InlineText {
  readonly text: string;
  /** How the Content-Security-Policy allows it (https://www.w3.org/TR/CSP3/#grammardef-hash-source). */
  readonly source: string;
}

export const inlineText = (text: string): InlineText => ({
  text,
  source: `'sha256-${createHash('sha256').update(text).digest('base64')}'`,
});

/** Reads the starter of the shell's build. */
export function readStarter(dist: string, { starter }: ClientBuild): InlineText {
  const text = readFileSync(path.join(dist, 'client', starter), 'utf8').trim();
  if (/<\/script|<!--/i.test(text)) throw new Error(`${starter} would end its element in the document`);
  return inlineText(text);
}
