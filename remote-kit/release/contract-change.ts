import path from 'node:path';
import ts from 'typescript';
import { CONTRACT, type ContractDeclarations } from '../build/compatibility';

/** In this folder, the compiler finds the packages that the contract imports: React's types and TypeBox. */
const FOLDER = path.join(__dirname, 'contract.virtual');

const OPTIONS: ts.CompilerOptions = {
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

/** All zones share the declaration of a section; a section that a shell does not know fits it. */
const comparison = (id: string) => `
  import type * as Live from './live/${CONTRACT}.ts';
  import type * as Own from './own/${CONTRACT}.ts';
  type Props<All, Zone> = '${id}' extends keyof All
    ? All['${id}'] extends { props: infer P; params: infer Q } ? { props: P; params: Q } : never
    : ${id.includes('/zone/') ? '{ props: Zone; params: object }' : 'never'};
  declare const live: Props<Live.ModuleContracts, Live.ZoneProps> & { context: Live.LoadContext };
  declare const own: Own.PageHead;
  export const accepted: Props<Own.ModuleContracts, Own.ZoneProps> & { context: Own.LoadContext } = live;
  export const given: Live.PageHead = own;
`;

/**
 * Returns what breaks when modules built with the contract `own` run in a shell built with `live`: the compiler's
 * messages by module id. Empty when the modules accept all that the shell passes, and return values that it accepts.
 */
export function contractBreaks(
  live: ContractDeclarations,
  own: ContractDeclarations,
  ids: readonly string[],
): { readonly id: string; readonly words: string }[] {
  const comparisons = ids.map((id, index) => ({
    id,
    file: path.join(FOLDER, `comparison-${String(index)}.ts`),
  }));
  const texts = new Map(comparisons.map(({ id, file }) => [file, comparison(id)]));
  for (const [side, declarations] of Object.entries({ live, own }))
    for (const [name, text] of Object.entries(declarations))
      texts.set(path.join(FOLDER, side, `${name}.ts`), text);
  const host = ts.createCompilerHost(OPTIONS);
  const readFile = host.readFile.bind(host);
  host.readFile = (name) => texts.get(path.normalize(name)) ?? readFile(name);
  host.fileExists = (name) => texts.has(path.normalize(name)) || ts.sys.fileExists(name);
  host.directoryExists = (name) => path.normalize(name).startsWith(FOLDER) || ts.sys.directoryExists(name);
  const program = ts.createProgram([...texts.keys()], OPTIONS, host);
  return comparisons.flatMap(({ id, file }) => {
    const source = program.getSourceFile(file);
    return [...program.getSyntacticDiagnostics(source), ...program.getSemanticDiagnostics(source)].map(
      ({ messageText }) => ({ id, words: innermost(messageText) }),
    );
  });
}

/** The compiler's last reason, which names the property, and where that is; without the types, which are long. */
function innermost(message: string | ts.DiagnosticMessageChain): string {
  const lines = ts.flattenDiagnosticMessageText(message, '\n').split('\n');
  const properties = lines.flatMap((line) => /^\s*Types of property '(.+)' are/.exec(line)?.[1] ?? []);
  const reason = (lines.at(-1) ?? '')
    .trim()
    .replace(/ in type '.*/, '')
    .replace(/'([^']{80})[^']*'/g, "'$1…'")
    .replace(/^Property '"(.+)"'/, "Property '$1'");
  return [...properties, reason].join(': ');
}
