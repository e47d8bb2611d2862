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
  /** Versions of the packages that the shell provides to the remotes. */
  readonly shared: Readonly<Record<string, string>>;
}

/** Reads what the build wrote beside the server's bundle. */
export function readClientBuild(dist: string): ClientBuild {
  return JSON.parse(readFileSync(path.join(dist, 'client.json'), 'utf8')) as ClientBuild;
}
