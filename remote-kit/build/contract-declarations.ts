import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { repositoryRoot } from '../environment/repository';

/** The files that declare what shell and remotes agree on, by their names. */
export type ContractDeclarations = Readonly<Record<string, string>>;

/** The one that names all. */
export const CONTRACT = 'index';

/**
 * The contract as a package in `root` has it: `index` of `@vidlunnia/contracts` and what that imports. Here these are the
 * sources, in the published package the declarations that tsc has made of them.
 */
export function contractDeclarations(root = repositoryRoot): ContractDeclarations {
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
