import { readFileSync } from 'node:fs';
import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { build, transform } from 'esbuild';
import { contractDeclarations } from '../build/contract-declarations';
import { repositoryRoot } from '../environment/repository';
import { compiledPath, isOwn, resolveIn, rewrite, specifiersOf } from './specifiers';
import { manifestOf, packagesFolder, PUBLISHED, sharedFolder, type Published } from './published';

/** Where packages stand before they are published. */
export const packedFolder = path.join(repositoryRoot, '.cache/packages');
/** What `tsc -b shared` has left. */
const TYPES = path.join(repositoryRoot, '.cache/types/shared');
/** Once on the page, by whoever is its host. */
const PEERS: Readonly<Record<string, string>> = { react: '^19.0.0', 'react-dom': '^19.0.0' };

/** All files of a package, those that its exports need and those that are named; paths in `shared`. */
export function filesOf(pkg: Published): string[] {
  const found = new Set<string>();
  const add = (file: string) => {
    if (found.has(file)) return;
    found.add(file);
    const text = readFileSync(path.join(sharedFolder, file), 'utf8');
    for (const { fileName } of isCode(file) ? specifiersOf(text) : sheetImports(file, text)) {
      if (!fileName.startsWith('.')) continue;
      const target = resolveIn(file, fileName);
      if (isOwn(pkg, target)) add(target);
    }
  };
  for (const file of [...Object.values(pkg.exports), ...(pkg.files ?? [])]) add(file);
  return [...found].sort();
}

const isCode = (file: string) => /\.(?:tsx?|cjs)$/.test(file);

/** Drawings and fonts that a style sheet names. */
const sheetImports = (file: string, text: string) =>
  file.endsWith('.css')
    ? [...text.matchAll(/url\(['"]?(\.[^'")]+)['"]?\)/g)].map(([, fileName = '']) => ({ fileName }))
    : [];

/** Packages of the registry that published texts name. */
export function dependenciesIn(texts: readonly string[]): string[] {
  const names = texts.flatMap((text) => [
    ...specifiersOf(text).map(({ fileName }) => fileName),
    ...[...text.matchAll(/require\.resolve\(["']([^"']+)["']\)/g)].map(([, name = '']) => name),
  ]);
  const packages = names
    .filter((name) => !/^(?:\.|node:)/.test(name))
    .map((name) => /^(?:@[^/]+\/)?[^/]+/.exec(name)?.[0] ?? name);
  return [...new Set(packages)].sort();
}

type Versions = Readonly<Record<string, string>>;

/** The versions that this repository uses, and its own packages'. */
function versionsHere(): Versions {
  const read = (folder: string) =>
    JSON.parse(readFileSync(path.join(repositoryRoot, folder, 'package.json'), 'utf8')) as Readonly<
      Record<'dependencies' | 'devDependencies', Versions | undefined>
    >;
  const manifests = ['shell', '.', 'shared'].map(read);
  return Object.assign(
    {},
    ...manifests.flatMap(({ dependencies, devDependencies }) => [devDependencies, dependencies]),
    ...PUBLISHED.map(({ folder }) => manifestOf(folder)).map(({ name, version }) => ({ [name]: version })),
  ) as Versions;
}

function versionOf(name: string, versions: Versions): string {
  const version = versions[name];
  if (version === undefined) throw new Error(`No package.json here names a version of ${name}`);
  return version;
}

/** Makes a package in `.cache/packages`, whole, as it is published. Types have to be there: `tsc -b shared`. */
export async function pack(pkg: Published): Promise<string> {
  const folder = path.join(packedFolder, pkg.folder);
  await rm(folder, { recursive: true, force: true });
  const texts: string[] = [];
  const write = async (file: string, text: string) => {
    await mkdir(path.dirname(path.join(folder, file)), { recursive: true });
    await writeFile(path.join(folder, file), text);
    if (/\.(?:js|cjs|ts)$/.test(file)) texts.push(text);
  };
  for (const file of filesOf(pkg)) {
    const source = await readFile(path.join(sharedFolder, file));
    if (/(?<!\.d)\.tsx?$/.test(file)) {
      await write(compiledPath(file), rewrite(await compile(pkg, file, source.toString()), pkg, file));
      const types = file.replace(/\.tsx?$/, '.d.ts');
      await write(types, rewrite(await readFile(path.join(TYPES, types), 'utf8'), pkg, file));
    } else {
      await mkdir(path.dirname(path.join(folder, file)), { recursive: true });
      await writeFile(path.join(folder, file), source);
    }
  }
  if (pkg.folder === 'contracts')
    await write('declarations.json', `${JSON.stringify(contractDeclarations(), null, 2)}\n`);
  for (const extra of ['README.md', 'CHANGELOG.md'])
    await cp(path.join(packagesFolder, pkg.folder, extra), path.join(folder, extra)).catch(() => undefined);
  await write('package.json', `${JSON.stringify(manifest(pkg, texts), null, 2)}\n`);
  return folder;
}

async function compile({ kind }: Published, file: string, source: string): Promise<string> {
  const { code } = await transform(source, {
    sourcefile: file,
    loader: file.endsWith('x') ? 'tsx' : 'ts',
    // For Node, esbuild names the exports so that an import of them by name works.
    ...(kind === 'module' ? { format: 'esm' } : { format: 'cjs', platform: 'node' }),
    target: 'es2022',
    jsx: 'automatic',
    tsconfigRaw: { compilerOptions: { verbatimModuleSyntax: true } },
    ...(kind === 'commonjs' && { supported: { 'dynamic-import': false } }),
  });
  return code;
}

function manifest(pkg: Published, texts: readonly string[]): object {
  const { name, version, ...rest } = manifestOf(pkg.folder);
  const needed = [...dependenciesIn(texts), ...(pkg.needs ?? [])].filter((each) => each !== name);
  const versions = versionsHere();
  const dependencies = needed.filter((each) => !(each in PEERS));
  const peers = needed.filter((each) => each in PEERS);
  return {
    name,
    version,
    ...rest,
    type: pkg.kind,
    engines: { node: '^20.19.0 || ^22.12.0 || >=24.0.0' },
    sideEffects: pkg.kind === 'module' ? ['*.css'] : undefined,
    exports: {
      ...Object.fromEntries(Object.entries(pkg.exports).map(([subpath, file]) => [subpath, exported(file)])),
      ...(pkg.folder === 'contracts' && { './declarations.json': './declarations.json' }),
      ...(pkg.folder === 'ui' && { './css': { types: './ui/css.d.ts' } }),
      './package.json': './package.json',
    },
    ...(pkg.bin && {
      bin: Object.fromEntries(Object.entries(pkg.bin).map(([bin, file]) => [bin, `./${compiledPath(file)}`])),
    }),
    dependencies: Object.fromEntries(dependencies.map((each) => [each, versionOf(each, versions)])),
    ...(peers.length > 0 && {
      peerDependencies: Object.fromEntries(peers.map((each) => [each, PEERS[each]])),
    }),
  };
}

const exported = (file: string) => ({
  types: `./${file.replace(/\.tsx?$/, '.d.ts')}`,
  default: `./${compiledPath(file)}`,
});

const GENERATOR = 'create-vidlunnia-remote';

/** Makes the generator's package: its program and its template, with the versions that this repository uses. */
export async function packGenerator(): Promise<string> {
  const [source, folder] = [path.join(packagesFolder, GENERATOR), path.join(packedFolder, GENERATOR)];
  await rm(folder, { recursive: true, force: true });
  for (const part of ['remote', 'repository'])
    await cp(path.join(source, 'templates', part), path.join(folder, 'templates', part), { recursive: true });
  await build({
    entryPoints: [path.join(source, 'create.ts')],
    outfile: path.join(folder, 'create.js'),
    bundle: true,
    platform: 'node',
    target: 'es2022',
  });
  const versions = versionsHere();
  const template = path.join(folder, 'templates/repository/package.json.template');
  const pinned = (await readFile(template, 'utf8')).replaceAll(
    /\{\{version:([^}]+)\}\}/g,
    (_, name: string) => versionOf(name, versions),
  );
  await writeFile(template, pinned);
  const made = { ...manifestOf(GENERATOR), type: 'commonjs', bin: { [GENERATOR]: './create.js' } };
  await writeFile(path.join(folder, 'package.json'), `${JSON.stringify(made, null, 2)}\n`);
  return folder;
}
