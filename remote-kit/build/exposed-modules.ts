import { readFileSync } from 'node:fs';
import path from 'node:path';

/**
 * The modules that a remote exposes, with their folders below `src`: the imports of its `src/exposes.ts`. The type
 * check compares that file with the contract, and requires that it exposes every import.
 */
export function exposedModules(directory: string): Record<string, string> {
  const file = path.join(directory, 'src/exposes.ts');
  const source = readFileSync(file, 'utf8');
  const imports = [...source.matchAll(/^import \* as (\w+) from '\.\/([\w/-]+)';$/gm)];
  if (imports.length === 0)
    throw new Error(`${file} imports no module, as \`import * as Hero from './hero';\` does`);
  return Object.fromEntries(imports.map(([, name = '', place = '']) => [name, place]));
}
