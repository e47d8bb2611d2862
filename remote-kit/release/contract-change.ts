import path from 'node:path';
import ts from 'typescript';
import { CONTRACT, type ContractDeclarations } from '../build/contract-declarations';

/** Stands here, so that the compiler finds from it the packages that the contract names: React's types and TypeBox. */
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

/** Parsed once: they are nearly all of the work. */
const libraries = new Map<string, ts.SourceFile>();

/** A section's declaration is that of all zones; one that a shell does not know fits it. */
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
 * What breaks when a module that was built with the contract `own` stands on the page of a shell that was built with
 * `live`, in the compiler's words; nothing when the module accepts all that the shell passes, and gives what it takes.
 */
export function contractBreaks(live: ContractDeclarations, own: ContractDeclarations, id: string): string[] {
  const file = path.join(FOLDER, 'comparison.ts');
  const texts = new Map([[file, comparison(id)]]);
  for (const [side, declarations] of Object.entries({ live, own }))
    for (const [name, text] of Object.entries(declarations))
      texts.set(path.join(FOLDER, side, `${name}.ts`), text);
  const host = ts.createCompilerHost(OPTIONS);
  const getSourceFile = host.getSourceFile.bind(host);
  host.fileExists = (name) => texts.has(path.normalize(name)) || ts.sys.fileExists(name);
  host.directoryExists = (name) => path.normalize(name).startsWith(FOLDER) || ts.sys.directoryExists(name);
  host.getSourceFile = (name, version) => {
    const text = texts.get(path.normalize(name));
    if (text !== undefined) return ts.createSourceFile(name, text, version);
    const parsed = libraries.get(name) ?? getSourceFile(name, version);
    if (parsed) libraries.set(name, parsed);
    return parsed;
  };
  const program = ts.createProgram([file], OPTIONS, host);
  const source = program.getSourceFile(file);
  return [...program.getSyntacticDiagnostics(source), ...program.getSemanticDiagnostics(source)].map(
    ({ messageText }) => innermost(messageText),
  );
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
