import { readFileSync } from 'node:fs';
import path from 'node:path';
import { inlineText, type InlineText } from './inline-text';

/** Files of the shell's own browser build, relative to `/assets/`. */
export interface ClientBuild {
  readonly version: string;
  /** The script that is inlined in every document. */
  readonly starter: string;
  /** The shell's first scripts. */
  readonly js: readonly string[];
  readonly css: readonly string[];
  /** Chunks of header and navigation. */
  readonly app: readonly string[];
  /** Chunks that load remotes' code. */
  readonly remotes: readonly string[];
  /** The contract that the shell was built with, by file name. */
  readonly declarations: Readonly<Record<string, string>>;
  /** Versions of the packages that the shell provides to the remotes. */
  readonly shared: Readonly<Record<string, string>>;
}

/** Reads the report that the build wrote beside the server's bundle. */
export function readClientBuild(dist: string): ClientBuild {
  return JSON.parse(readFileSync(path.join(dist, 'client.json'), 'utf8')) as ClientBuild;
}

/** Reads the starter of the shell's build. */
export function readStarter(dist: string, { starter }: ClientBuild): InlineText {
  const text = readFileSync(path.join(dist, 'client', starter), 'utf8').trim();
  if (/<\/script|<!--/i.test(text)) throw new Error(`${starter} would end its element in the document`);
  return inlineText(text);
}
