import path from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import type ts from 'typescript';
import type { ReleaseManifest, ShellContract } from '@vidlunnia/releases/release';
import type { BuiltRelease } from './publish';
import { incompatibilities, styleProblems } from '@vidlunnia/releases/shell-contract';
import { contradictions } from '@vidlunnia/releases/verify';
import { CONTRACT, type ContractDeclarations } from '../build/sources';

/** A build's text files with matching names. */
const texts = ({ release, read }: BuiltRelease, names: RegExp) =>
  Promise.all(
    Object.keys(release.files)
      .filter((file) => names.test(file))
      .map(async (file) => ({ file, text: (await read(file)).toString('utf8') })),
  );

/** Rejects a build if every shell would reject its manifest or its style sheets. */
export async function checkFiles(built: BuiltRelease): Promise<void> {
  const { name, version } = built.release;
  const found = [...contradictions(built.release, name, version)];
  if (found.length > 0) throw new Error(`No host accepts ${version}: ${found.join('; ')}`);
  const problems = (await texts(built, /\.css$/)).flatMap(({ file, text }) =>
    styleProblems(name, text).map((problem) => `${file}: ${problem}`),
  );
  if (problems.length > 0) throw new Error(`Styles reach beyond ${name}:\n${problems.join('\n')}`);
}

/** Matches each copy of React, also a minified one: the internals with its dispatcher. */
const REACT = /\{\s*(?:H:\s*null,\s*A:\s*null,\s*T:\s*null,\s*S:\s*null|ReactCurrentDispatcher:)/;

/** Rejects a build with its own copy of React: hooks do not work across two copies. */
export async function checkReact(built: BuiltRelease): Promise<void> {
  const own = (await texts(built, /^client\/.*\.js$/)).filter(({ text }) => REACT.test(text));
  if (own.length === 0) return;
  const files = own.map(({ file }) => file).join(', ');
  throw new Error(
    `Two copies of React would be on the page: the host’s, and one that ${built.release.version} brings in ${files}. Import react and react-dom under their own names only`,
  );
}

/** Throws when a release does not fit the contract of the live shell at `url`, with the reasons. */
export async function checkContract(
  release: ReleaseManifest,
  contract: ShellContract,
  url: string,
): Promise<void> {
  const found = [...incompatibilities(release, contract), ...(await changes(release, contract))];
  if (found.length > 0)
    throw new Error(`${release.version} does not fit the host that is live at ${url}: ${found.join('; ')}`);
}

/** Modules whose contract with the shell changed in ways other than additions. */
async function changes(
  { name, modules, declarations: own = {} }: ReleaseManifest,
  { declarations: live = {} }: ShellContract,
): Promise<string[]> {
  if (!(CONTRACT in own) || !(CONTRACT in live) || isDeepStrictEqual(own, live)) return [];
  const ids = Object.keys(modules).map((module) => `${name}/${module}`);
  return (await contractBreaks(live, own, ids)).map(
    ({ id, words }) =>
      `${id} does not fit what the shell passes and accepts: ${words}; keep both forms until the shell is released, or raise CONTRACT_VERSION (docs/contract.md)`,
  );
}

/** In this folder, the compiler finds the packages that the contract imports: React's types and TypeBox. */
const FOLDER = path.join(__dirname, 'contract.virtual');

/** The compiler's own declarations, which take most of its time, parsed once. */
const libraries = new Map<string, ts.SourceFile | undefined>();

/** A module in neither contract is in a zone; zones share one declaration. A module in only one contract passes. */
const comparison = (id: string) => `
  import type * as Live from './live/${CONTRACT}.ts';
  import type * as Own from './own/${CONTRACT}.ts';
  type Named = keyof Live.ModuleContracts | keyof Own.ModuleContracts;
  type Props<All, Zone> = '${id}' extends keyof All
    ? All['${id}'] extends { props: infer P; params: infer Q } ? { props: P; params: Q } : never
    : '${id}' extends Named ? never : { props: Zone; params: object };
  declare const live: Props<Live.ModuleContracts, Live.ZoneProps> & { context: Live.LoadContext };
  declare const own: Own.PageHead;
  export const accepted: Props<Own.ModuleContracts, Own.ZoneProps> & { context: Own.LoadContext } = live;
  export const given: Live.PageHead = own;
`;

/**
 * Returns what breaks when modules built with the contract `own` run in a shell built with `live`: the compiler's
 * messages by module id. Empty when the modules accept all that the shell passes, and return values that it accepts.
 */
export async function contractBreaks(
  live: ContractDeclarations,
  own: ContractDeclarations,
  ids: readonly string[],
): Promise<{ readonly id: string; readonly words: string }[]> {
  // Takes long to load, and equal contracts do without.
  const { default: ts } = await import('typescript');
  const options: ts.CompilerOptions = {
    strict: true,
    exactOptionalPropertyTypes: true,
    allowImportingTsExtensions: true,
    noEmit: true,
    skipLibCheck: true,
    types: [],
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    target: ts.ScriptTarget.ES2022,
  };
  const comparisons = ids.map((id, index) => ({
    id,
    file: path.join(FOLDER, `comparison-${String(index)}.ts`),
  }));
  const texts = new Map(comparisons.map(({ id, file }) => [file, comparison(id)]));
  for (const [side, declarations] of Object.entries({ live, own }))
    for (const [name, text] of Object.entries(declarations))
      texts.set(path.join(FOLDER, side, `${name}.ts`), text);
  const host = ts.createCompilerHost(options);
  const readFile = host.readFile.bind(host);
  const parse = host.getSourceFile.bind(host);
  host.getSourceFile = (name, ...how) => {
    if (!path.basename(name).startsWith('lib.')) return parse(name, ...how);
    if (!libraries.has(name)) libraries.set(name, parse(name, ...how));
    return libraries.get(name);
  };
  host.readFile = (name) => texts.get(path.normalize(name)) ?? readFile(name);
  host.fileExists = (name) => texts.has(path.normalize(name)) || ts.sys.fileExists(name);
  host.directoryExists = (name) => path.normalize(name).startsWith(FOLDER) || ts.sys.directoryExists(name);
  const program = ts.createProgram([...texts.keys()], options, host);
  return comparisons.flatMap(({ id, file }) => {
    const source = program.getSourceFile(file);
    return [...program.getSyntacticDiagnostics(source), ...program.getSemanticDiagnostics(source)].map(
      ({ messageText }) => ({ id, words: innermost(ts.flattenDiagnosticMessageText(messageText, '\n')) }),
    );
  });
}

/** The compiler's last reason, which names the property, and where that is; without the types, which are long. */
function innermost(message: string): string {
  const lines = message.split('\n');
  const properties = lines.flatMap((line) => /^\s*Types of property '(.+)' are/.exec(line)?.[1] ?? []);
  const reason = (lines.at(-1) ?? '')
    .trim()
    .replace(/ in type '.*/, '')
    .replace(/'([^']{80})[^']*'/g, "'$1…'")
    .replace(/^Property '"(.+)"'/, "Property '$1'");
  return [...properties, reason].join(': ');
}
