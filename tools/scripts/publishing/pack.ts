import { readFileSync } from 'node:fs';
import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { repositoryRoot } from '@vidlunnia/settings/machine';
import { runToSuccess } from '@vidlunnia/remote-kit/process/run';
import { say } from '@vidlunnia/remote-kit/process/task';
import { buildSite } from '../build/build-site';

/** The published workspaces, in the order of their dependencies. */
const PUBLISHED = [
  'shared/contracts',
  'shared/http',
  'shared/ui',
  'platform/settings',
  'platform/releases',
  'platform/remote-kit',
  'platform/create-vidlunnia-remote',
  'shell',
];
/** Folder of packages before they are published. */
export const PACKED = path.join(repositoryRoot(), '.cache/packages');
/** Files that are left out. Others are copied or compiled; `files` in `package.json` selects those that npm packs. */
const LEFT_OUT = /\/(?:node_modules|dist|package\.json|tsconfig\.json)$|(?<!\.d)\.tsx?$/;
/** Published as built. */
const BUILT = 'shell';

type Fields = Readonly<Record<string, string>>;

interface Manifest extends Readonly<
  Record<'name' | 'version', string> & Partial<Record<'dependencies' | 'devDependencies' | 'scripts', Fields>>
> {
  readonly files: readonly string[];
  /** Fields that replace those of the manifest when it is published, as in pnpm. */
  readonly publishConfig: {
    readonly type: 'module' | 'commonjs';
    readonly exports?: Readonly<Record<string, string | { readonly types: string }>>;
    readonly bin?: Fields;
  };
}

const read = (folder: string) =>
  JSON.parse(readFileSync(path.join(repositoryRoot(), folder, 'package.json'), 'utf8')) as Manifest;

/** `npm run packages -w tools/scripts`: makes all published packages in `.cache/packages`, and checks them. */
export async function makePackages(): Promise<void> {
  await buildSite();
  for (const folder of await packAll()) {
    await checkPackage(folder);
    say(`${path.basename(folder)} is right`);
  }
}

/** Makes every package, complete, as published. Resolves to their folders. */
export async function packAll(): Promise<string[]> {
  await rm(PACKED, { recursive: true, force: true });
  const folders: string[] = [];
  for (const folder of PUBLISHED) folders.push(await pack(folder, read(folder)));
  await pinVersions(path.join(PACKED, 'create-vidlunnia-remote/templates/repository/package.json.template'));
  return folders;
}

async function pack(source: string, manifest: Manifest): Promise<string> {
  const folder = path.join(PACKED, path.basename(source));
  const from = path.join(repositoryRoot(), source);
  if (source === BUILT) {
    for (const part of manifest.files)
      await cp(path.join(from, part), path.join(folder, part), { recursive: true });
  } else {
    await cp(from, folder, {
      recursive: true,
      filter: (file) => !LEFT_OUT.test(file.split(path.sep).join('/')),
    });
    await compile(from, folder, manifest.publishConfig);
  }
  const { publishConfig, scripts: _, devDependencies: __, ...kept } = manifest;
  const dependencies = source === BUILT ? dependenciesOfBuild(manifest) : manifest.dependencies;
  await writeFile(
    path.join(folder, 'package.json'),
    JSON.stringify({ ...kept, ...(dependencies && { dependencies }), ...publishConfig }, null, 2),
  );
  return folder;
}

/** What a build loads when it runs: our own packages are bundled into it, theirs are not. */
function dependenciesOfBuild({ dependencies = {} }: Manifest): Fields {
  const all = Object.entries(dependencies).map(([name, version]) =>
    name.startsWith('@vidlunnia/')
      ? dependenciesOfBuild(read(path.join('node_modules', name)))
      : { [name]: version },
  );
  return Object.assign({}, ...all) as Fields;
}

/** Compiles a package's exports and their imports, to modules for bundlers or to CommonJS for Node. */
async function compile(
  source: string,
  folder: string,
  { type, exports = {}, bin = {} }: Manifest['publishConfig'],
): Promise<void> {
  const entries = [...Object.values(exports), ...Object.values(bin)]
    .map((entry) => (typeof entry === 'string' ? entry.replace(/\.js$/, '.ts') : entry.types))
    .filter((entry) => entry.endsWith('.ts'));
  const settings = path.join(source, 'tsconfig.json');
  const { references } = JSON.parse(await readFile(settings, 'utf8')) as {
    readonly references: readonly { readonly path: string }[];
  };
  const project = `${folder}.tsconfig.json`;
  await mkdir(PACKED, { recursive: true });
  await writeFile(
    project,
    JSON.stringify({
      extends: settings,
      compilerOptions: {
        rootDir: source,
        outDir: folder,
        tsBuildInfoFile: null,
        composite: false,
        emitDeclarationOnly: false,
        ...(type === 'module'
          ? { rewriteRelativeImportExtensions: true }
          : // Already checked, as bundlers resolve it: with `require` the types of TypeBox have another name.
            { module: 'CommonJS', verbatimModuleSyntax: false, noCheck: true }),
      },
      include: [],
      files: entries.map((entry) => path.join(source, entry)),
      references: references.map((each) => ({ path: path.join(source, each.path) })),
    }),
  );
  const tsc = path.join(repositoryRoot(), 'node_modules/typescript-7/bin/tsc');
  await run(repositoryRoot(), tsc, '-b', source);
  await run(repositoryRoot(), tsc, '-p', project);
}

/** Writes this repository's versions into the template of an external repository. */
async function pinVersions(template: string): Promise<void> {
  const manifests = ['.', ...PUBLISHED].map(read);
  const versions: Fields = Object.assign(
    {},
    ...manifests.map(({ dependencies, devDependencies }) => ({ ...devDependencies, ...dependencies })),
    // The packages accept any version of each other.
    ...manifests.map(({ name, version }) => ({ [name]: version })),
  ) as Fields;
  const text = await readFile(template, 'utf8');
  const pinned = text.replaceAll(/\{\{version:([^}]+)\}\}/g, (_, name: string) => {
    const version = versions[name];
    if (version === undefined) throw new Error(`No package.json here names a version of ${name}`);
    return version;
  });
  await writeFile(template, pinned);
}

/** Rejects with the problems that publint or are-the-types-wrong finds in a package. */
export async function checkPackage(folder: string): Promise<void> {
  const tool = (file: string) => path.join(repositoryRoot(), 'tools/node_modules', file);
  await run(folder, tool('publint/src/cli.js'), '--strict');
  // Programs have no types.
  if (/\/(?:create-vidlunnia-remote|shell)$/.test(folder)) return;
  // Modules for bundlers, and for Node versions that can require them: no format for older tools. Only jest reads its
  // preset.
  const options = ['--pack', '.', '--profile', 'esm-only', '--exclude-entrypoints', './jest-preset'];
  await run(folder, tool('@arethetypeswrong/cli/dist/index.js'), ...options);
}

const run = (cwd: string, ...args: readonly string[]) => runToSuccess(process.execPath, args, { cwd });
