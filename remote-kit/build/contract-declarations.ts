import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { repositoryRoot } from '../process/repository';

/** The files that declare the contract between shell and remotes, by name. */
export type ContractDeclarations = Readonly<Record<string, string>>;

/** The file that names all others. */
export const CONTRACT = 'index';

/**
 * The contract of the package in `root`: `index` of `@vidlunnia/contracts` and its imports. In this repository these
 * are sources; in the published package, declarations made by tsc.
 */
export function contractDeclarations(root = repositoryRoot()): ContractDeclarations {
  const require = createRequire(path.join(root, 'package.json'));
  const folder = path.dirname(require.resolve('@vidlunnia/contracts/package.json'));
  const declarations: Record<string, string> = {};
  const add = (name: string) => {
    if (name in declarations) return;
    const source = path.join(folder, `${name}.ts`);
    const text = readFileSync(existsSync(source) ? source : path.join(folder, `${name}.d.ts`), 'utf8');
    declarations[name] = text;
    for (const [, imported = ''] of text.matchAll(/from '\.\/([\w-]+)\.ts'/g)) add(imported);
  };
  add(CONTRACT);
  return declarations;
}
