import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Remote } from '../environment/topology';

/**
 * Modules that a remote exposes, each with its folder below `src`: what its `src/exposes.ts` imports. The type check
 * holds that file to the contract, and to exposing all that it imports.
 */
export function exposedModules({ directory }: Pick<Remote, 'directory'>): Record<string, string> {
  const file = path.join(directory, 'src/exposes.ts');
  const source = readFileSync(file, 'utf8');
  const imports = [...source.matchAll(/^import \* as (\w+) from '\.\/([\w/-]+)';$/gm)];
  if (imports.length === 0)
    throw new Error(`${file} imports no module, as \`import * as Hero from './hero';\` does`);
  return Object.fromEntries(imports.map(([, name = '', place = '']) => [name, place]));
}
