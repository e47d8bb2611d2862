import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import type * as Declaring from './declare-contract';
import { isInstalled, repositoryRoot } from '../environment/repository';

/** What shell and remote agree on about each module, by its id. */
export type ContractDeclarations = Readonly<Record<string, string>>;

/** Under which stands what all sections of zones agree on. */
export const ZONE_DECLARATION = 'zone';

const load = createRequire(__filename);
/** What makes them: loaded where it is wanted, since the compiler in it takes as long as a start. */
const COMPILING = './declare-contract.ts';

/**
 * The contract of every module as one type literal each, with everything of ours spelled out: `accepts` is what the shell
 * passes, `gives` what it takes. A module's data are its own: the shell only carries them. Kept by what it is made of,
 * since the compiler takes seconds.
 */
export function contractDeclarations(root = repositoryRoot): ContractDeclarations {
  if (isInstalled) return published(root);
  const folder = path.join(root, 'shared/contracts');
  const files = readdirSync(folder).filter((file) => /(?<!\.test|\.d)\.ts$/.test(file));
  const hash = createHash('sha256')
    .update(compilerVersion())
    .update(readFileSync(path.join(__dirname, COMPILING)));
  for (const file of files.sort()) hash.update(`\0${file}\0`).update(readFileSync(path.join(folder, file)));
  const kept = path.join(root, `.cache/contract-${hash.digest('hex').slice(0, 12)}.json`);
  if (existsSync(kept)) return JSON.parse(readFileSync(kept, 'utf8')) as ContractDeclarations;
  const { declareContract } = load(COMPILING) as typeof Declaring;
  const declarations = declareContract(folder);
  mkdirSync(path.dirname(kept), { recursive: true });
  const draft = `${kept}.${String(process.pid)}`;
  writeFileSync(draft, JSON.stringify(declarations));
  renameSync(draft, kept);
  return declarations;
}

const CONTRACT_PACKAGE = '@vidlunnia/contracts';

/** Those that the contract's package was published with. */
function published(root: string): ContractDeclarations {
  const require = createRequire(path.join(root, 'package.json'));
  return require(`${CONTRACT_PACKAGE}/declarations.json`) as ContractDeclarations;
}

/** The declarations of one remote's modules, by the module's name; those that the contract does not name are for zones. */
export const declarationsOf = (
  remote: string,
  modules: readonly string[],
  declarations = contractDeclarations(),
): ContractDeclarations =>
  Object.fromEntries(
    modules.map((module) => [
      module,
      declarations[`${remote}/${module}`] ?? declarations[ZONE_DECLARATION] ?? '',
    ]),
  );

const compilerVersion = () => (load('typescript/package.json') as { version: string }).version;
