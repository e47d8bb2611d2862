import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { ClientBuild } from './client-build';

/** The script that stands in every document. */
export interface InlineScript {
  readonly text: string;
  /** What the Content-Security-Policy has to allow (https://www.w3.org/TR/CSP3/#grammardef-hash-source). */
  readonly source: string;
}

/** Reads the starter of the shell's build. */
export function readStarter(dist: string, { starter }: ClientBuild): InlineScript {
  const text = readFileSync(path.join(dist, 'client', starter), 'utf8').trim();
  if (/<\/script|<!--/i.test(text)) throw new Error(`${starter} would end its element in the document`);
  return { text, source: `'sha256-${createHash('sha256').update(text).digest('base64')}'` };
}
