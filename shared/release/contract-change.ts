import path from 'node:path';
import ts from 'typescript';

/** Stands here, so that the compiler finds React's types from it. */
const FILE = path.join(__dirname, 'contract-change.virtual.ts');

const OPTIONS: ts.CompilerOptions = {
  strict: true,
  noEmit: true,
  skipLibCheck: true,
  types: [],
  module: ts.ModuleKind.ESNext,
  moduleResolution: ts.ModuleResolutionKind.Bundler,
  target: ts.ScriptTarget.ES2022,
};

/** Parsed once: they are nearly all of the work. */
const libraries = new Map<string, ts.SourceFile>();

/**
 * What breaks when a module with the declaration `own` stands on the page of a shell that was built with `live`, in the
 * compiler's words; nothing when the module accepts all that the shell passes, and gives what it takes.
 * Both are declarations as `contractDeclarations` makes them.
 */
export function contractBreaks(live: string, own: string): string[] {
  if (live === own) return [];
  const text = `
    import type * as React from 'react';
    type Live = ${live};
    type Own = ${own};
    declare const live: Live;
    declare const own: Own;
    export const accepted: Own['accepts'] = live.accepts;
    export const given: Live['gives'] = own.gives;
    export type { React };
  `;
  const host = ts.createCompilerHost(OPTIONS);
  const getSourceFile = host.getSourceFile.bind(host);
  host.fileExists = (file) => file === FILE || ts.sys.fileExists(file);
  host.getSourceFile = (file, version) => {
    if (file === FILE) return ts.createSourceFile(file, text, version);
    const parsed = libraries.get(file) ?? getSourceFile(file, version);
    if (parsed) libraries.set(file, parsed);
    return parsed;
  };
  const program = ts.createProgram([FILE], OPTIONS, host);
  const source = program.getSourceFile(FILE);
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
