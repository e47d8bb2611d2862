import path from 'node:path';
import ts from 'typescript';
import { ZONE_DECLARATION, type ContractDeclarations } from './contract-declarations';

/** Names of other packages, as `declarationFile` imports them. */
const FOREIGN: Readonly<Record<string, string>> = { ReactNode: 'React.ReactNode' };

/** The declarations of every module that the contract in `folder` names, and of all sections of zones. */
export function declareContract(folder: string): ContractDeclarations {
  const files = ['modules.ts', 'api.ts', 'zones.ts'].map((file) => path.join(folder, file));
  const program = ts.createProgram(files, {
    strict: true,
    exactOptionalPropertyTypes: true,
    skipLibCheck: true,
    jsx: ts.JsxEmit.ReactJSX,
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    target: ts.ScriptTarget.ES2022,
  });
  const checker = program.getTypeChecker();
  const named = (name: string) => {
    for (const source of files.map((file) => program.getSourceFile(file))) {
      const exported = source && checker.getSymbolAtLocation(source);
      const symbol = exported && checker.tryGetMemberInModuleExports(name, exported);
      if (symbol) return checker.getDeclaredTypeOfSymbol(symbol);
    }
    throw new Error(`${folder} has no ${name}`);
  };
  const print = createPrinter(checker, folder);
  const context = print(named('LoadContext'));
  const head = print(named('PageHead'));
  const declared = checker.getPropertiesOfType(named('ModuleContracts')).map((module) => {
    const part = (name: string) => {
      const property = checker.getPropertyOfType(checker.getTypeOfSymbol(module), name);
      return property ? print(checker.getTypeOfSymbol(property)) : '{}';
    };
    const accepts = `{ props: ${part('props')}; params: ${part('params')}; context: ${context} }`;
    return [module.name, `{ accepts: ${accepts}; gives: { head: ${head} } }`] as const;
  });
  const zone = `{ accepts: { props: ${print(named('ZoneProps'))}; params: {}; context: ${context} }; gives: {} }`;
  return { ...Object.fromEntries(declared), [ZONE_DECLARATION]: zone };
}

/** Prints types with everything that `folder` declares spelled out; what others declare has its name. */
function createPrinter(checker: ts.TypeChecker, folder: string): (type: ts.Type) => string {
  const isOurs = (symbol: ts.Symbol | undefined) =>
    !symbol?.declarations?.length ||
    symbol.declarations.every((declaration) => {
      const { fileName } = declaration.getSourceFile();
      // TypeBox makes our types, and has none of its own in them.
      return fileName.startsWith(folder) || fileName.includes('@sinclair/typebox');
    });

  function print(type: ts.Type): string {
    const name = (type.aliasSymbol ?? type.getSymbol())?.name ?? '';
    if (!isOurs(type.aliasSymbol) || (!type.aliasSymbol && !isOurs(type.getSymbol())))
      return foreign(type, name);
    if (type.isUnion()) return type.types.map(print).sort().join(' | ');
    if (type.isIntersection() || type.flags & ts.TypeFlags.Object) return object(type);
    return checker.typeToString(type, undefined, ts.TypeFormatFlags.NoTruncation);
  }

  function foreign(type: ts.Type, name: string): string {
    const given = type.aliasTypeArguments ?? checker.getTypeArguments(type as ts.TypeReference);
    if (checker.isArrayType(type)) return `${name}<${given.map(print).join()}>`;
    const shown = FOREIGN[name] ?? name;
    return given.length > 0 ? `${shown}<${given.map(print).join(', ')}>` : shown;
  }

  function object(type: ts.Type): string {
    const [call] = type.getCallSignatures();
    if (call) return signature(call);
    const members = checker.getPropertiesOfType(type).map((property) => {
      const optional = property.flags & ts.SymbolFlags.Optional ? '?' : '';
      const value = checker.getTypeOfSymbol(property);
      return `${JSON.stringify(property.name)}${optional}: ${print(value)}`;
    });
    const index = checker
      .getIndexInfosOfType(type)
      .map(({ type: value }) => `[key: string]: ${print(value)}`);
    const all = [...members.sort(), ...index];
    if (all.length === 0) return '{}';
    return `{ ${all.join('; ')} }`;
  }

  function signature(call: ts.Signature): string {
    const parameters = call.getParameters().map((parameter) => {
      const declaration = parameter.valueDeclaration;
      const isOptional =
        declaration && ts.isParameter(declaration) && checker.isOptionalParameter(declaration);
      return `${parameter.name}${isOptional ? '?' : ''}: ${print(checker.getTypeOfSymbol(parameter))}`;
    });
    return `((${parameters.join(', ')}) => ${print(call.getReturnType())})`;
  }

  return print;
}
