import { readFileSync } from 'node:fs';
import path from 'node:path';
import { ModuleFederationPlugin } from '@module-federation/enhanced/webpack';
import MiniCssExtractPlugin from 'mini-css-extract-plugin';
import {
  BannerPlugin,
  NormalModule,
  RuntimeGlobals,
  RuntimeModule,
  WebpackError,
  type Compilation,
  type Compiler,
  type Configuration,
  type Module,
} from 'webpack';
import { sha384Of } from '@vidlunnia/releases/signature';
import { readRemote, releasePath, type RemotePackage, styleLayer } from '@vidlunnia/settings/topology';
import { sharedRanges } from '../sources';
import { baseConfig, sourceMaps, versionedName, type Build, type Side } from './base-config';

/**
 * Both builds of the remote in this folder: the only call in its `webpack.config.ts`. Throws when the package describes
 * no remote.
 */
export function remoteConfig(directory: string): (build: Build) => Configuration[] {
  const remote = readRemote(directory);
  return (build) => [remoteSide(remote, build, 'client'), remoteSide(remote, build, 'server')];
}

function remoteSide(remote: RemotePackage, build: Build, side: Side): Configuration {
  const { name, directory } = remote;
  const publicPath = `${releasePath(remote, build.version)}client/`;
  const config = baseConfig({ name, directory, publicPath, styles: 'own' }, build, side);
  return {
    ...config,
    entry: {},
    optimization: {
      ...config.optimization,
      // Every release has its own addresses: separate files for packages would never be reused, and cost another
      // request.
      ...(side === 'client' && { splitChunks: { cacheGroups: { defaultVendors: false } } }),
    },
    plugins: [
      ...(config.plugins ?? []),
      ...(side === 'client'
        ? [
            ...ownLayer(styleLayer(remote)),
            new CheckedLoading(),
            new InteractiveCheck(directory, exposedModules(directory)),
            // Outside of the public folder, and not referenced by public files.
            ...(build.mode === 'production' ? [sourceMaps('../maps/[file].map', { append: false })] : []),
          ]
        : [new PlacelessNames()]),
      federation(remote, build.version, side),
    ],
  };
}

/**
 * Puts a remote's style sheets into its own cascade layer, with the sublayers of the shell (`shared/ui/layers.css`).
 */
const ownLayer = (layer: string) =>
  [{ banner: `@layer ${layer}{@layer primitives,sections,pages,print;` }, { banner: '}', footer: true }].map(
    (options) => new BannerPlugin({ ...options, raw: true, test: /\.css$/ }),
  );

function federation(remote: RemotePackage, version: string, side: Side) {
  const container = versionedName(remote.name, version);
  const client = side === 'client';
  return new ModuleFederationPlugin({
    name: container,
    filename: 'remoteEntry.js',
    library: { type: client ? 'var' : 'commonjs-module', name: container },
    exposes: exposes(remote),
    shared: sharedPackages(remote.directory),
    // With the default, one hung remote would block the whole start.
    shareStrategy: 'loaded-first',
    manifest: client,
    dts: false,
    experiments: {
      // In browsers, the shell provides the runtime's core once for all remotes.
      ...(client && { externalRuntime: true }),
      optimization: { disableSnapshot: true, disableRemote: true, target: client ? 'web' : 'node' },
    },
  });
}

const exposes = (remote: RemotePackage) =>
  Object.fromEntries(
    Object.entries(exposedModules(remote.directory)).map(([module, place]) => [
      `./${module}`,
      { import: `./src/${place}/index.ts`, name: remote.bundled ? remote.name : place },
    ]),
  );

const sharedPackages = (directory: string) =>
  Object.fromEntries(
    Object.entries(sharedRanges(directory)).map(([name, requiredVersion]) => [
      name,
      { singleton: true, strictVersion: true, requiredVersion, import: false as const },
    ]),
  );

/**
 * The modules that a remote exposes, with their folders below `src`: the imports of its `src/exposes.ts`. The type
 * check compares that file with the contract, and requires that it exposes every import.
 */
export function exposedModules(directory: string): Record<string, string> {
  const file = path.join(directory, 'src/exposes.ts');
  const source = readFileSync(file, 'utf8');
  const imports = [...source.matchAll(/^import \* as (\w+) from '\.\/([\w/-]+)';$/gm)];
  if (imports.length === 0)
    throw new Error(`${file} imports no module, as \`import * as Hero from './hero';\` does`);
  return Object.fromEntries(imports.map(([, name = '', place = '']) => [name, place]));
}

/** In the bundle: hashes of each chunk's script and style sheet, by the chunk's id. */
const HASHES = `${RuntimeGlobals.require}.integrity`;
/** Replaced by the hashes once the files are final. */
const PLACEHOLDER = 'integrity of chunks';
/** In the bundle: returns the address for the next request for a file. */
const NEXT_ADDRESS = `${RuntimeGlobals.require}.nextAddress`;

const KINDS = ['js', 'css'] as const;
const integrityOf = (kind: (typeof KINDS)[number]) =>
  `"sha384-" + ${HASHES}[chunkId][${String(KINDS.indexOf(kind))}]`;

/**
 * How a remote's entry loads its scripts and style sheets. The browser checks each file: an altered one does not run and
 * counts as failed. The entry itself is checked by its loader, against `release.json`.
 *
 * A module can be loaded again while its first request hangs, or after it failed. A browser joins a request to one under
 * way for the same address, and reuses a preload's response even when it is an error, so a repeated request gets its own
 * address. A style sheet that hangs fails after the same time as a script (`output.chunkLoadTimeout`):
 * mini-css-extract-plugin has no setting for that.
 */
export class CheckedLoading {
  apply(compiler: Compiler): void {
    const NAME = 'CheckedLoading';
    const { Compilation, runtime } = compiler.webpack;
    compiler.hooks.thisCompilation.tap(NAME, (compilation) => {
      compilation.hooks.runtimeRequirementInTree.for(RuntimeGlobals.loadScript).tap(NAME, (chunk) => {
        compilation.addRuntimeModule(chunk, new LoadingRuntime());
      });
      runtime.LoadScriptRuntimeModule.getCompilationHooks(compilation).createScript.tap(
        NAME,
        (code) => `${code}\nscript.src = ${NEXT_ADDRESS}(url);\nscript.integrity = ${integrityOf('js')};`,
      );
      MiniCssExtractPlugin.getCompilationHooks(compilation).beforeTagInsert.tap(
        NAME,
        (code, { tag, href }) =>
          `${code}\n${tag}.href = ${NEXT_ADDRESS}(${href});\n${tag}.integrity = ${integrityOf('css')};` +
          giveUp(tag, compilation.outputOptions.chunkLoadTimeout),
      );
      // After webpack has named files by their content: nothing changes them any more.
      const stage = Compilation.PROCESS_ASSETS_STAGE_OPTIMIZE_TRANSFER - 1;
      compilation.hooks.processAssets.tap({ name: NAME, stage }, () => {
        insertHashes(compiler, compilation);
      });
    });
  }
}

class LoadingRuntime extends RuntimeModule {
  constructor() {
    super('checked loading', RuntimeModule.STAGE_BASIC);
  }

  // If the entry was requested again, files preloaded with its first request cannot be trusted.
  override generate(): string {
    return `
      var entry = document.currentScript;
      var first = entry && entry.src.indexOf("?attempt=") > 0 ? 1 : 0;
      var attempts = {};
      ${NEXT_ADDRESS} = function (address) {
        var attempt = attempts[address] === undefined ? first : attempts[address] + 1;
        attempts[address] = attempt;
        return attempt === 0 ? address : address + "?attempt=" + attempt;
      };
      ${HASHES} = ${JSON.stringify(PLACEHOLDER)};`;
  }
}

// The handlers are removed once the file has loaded or failed.
const giveUp = (tag: string, milliseconds = 0) => `
setTimeout(function () {
  if (${tag}.onload) onLinkComplete({ type: "timeout", target: ${tag} });
}, ${String(milliseconds)});
`;

function insertHashes({ webpack: { sources } }: Compiler, compilation: Compilation): void {
  const text = (file: string) => compilation.getAsset(file)?.source.source().toString() ?? '';
  const literal = new RegExp(`(["'\`])${PLACEHOLDER}\\1`);
  const hashes = JSON.stringify(chunkHashes(compilation));
  const entries = [...compilation.chunks]
    .filter((chunk) => chunk.hasRuntime())
    .flatMap(({ files }) => [...files])
    .filter((file) => literal.test(text(file)));
  for (const file of entries) {
    compilation.updateAsset(file, new sources.RawSource(text(file).replace(literal, () => hashes)));
  }
  if (entries.length !== 1) {
    compilation.errors.push(
      new WebpackError(`${String(entries.length)} entries instead of one take the hashes of chunks`),
    );
  }
}

function chunkHashes(compilation: Compilation): Record<string, string[]> {
  const hash = (file = '') => {
    const asset = compilation.getAsset(file);
    return asset ? sha384Of(asset.source.buffer()) : '';
  };
  const loaded = [...compilation.chunks].filter((chunk) => !chunk.hasRuntime() && chunk.files.size > 0);
  return Object.fromEntries(
    loaded.map(({ id, files }) => [
      String(id),
      KINDS.map((kind) => hash([...files].find((file) => file.endsWith(`.${kind}`)))),
    ]),
  );
}

/** An event handler in compiled JSX, or a hook that only runs in browsers. */
const BEHAVIOUR =
  /\bon[A-Z]\w*: |\buse(?:State|Reducer|Effect|LayoutEffect|ActionState|Optimistic|Transition)\(/;

/**
 * Fails the build if an exposed module has behaviour but does not export `interactive`: its code would never load.
 * `exposed` maps the modules' names to their folders below `src`.
 */
export class InteractiveCheck {
  readonly #source: string;
  readonly #exposed: Readonly<Record<string, string>>;

  constructor(directory: string, exposed: Readonly<Record<string, string>>) {
    this.#source = path.join(directory, 'src') + path.sep;
    this.#exposed = exposed;
  }

  apply(compiler: Compiler): void {
    compiler.hooks.compilation.tap('InteractiveCheck', (compilation) => {
      compilation.hooks.finishModules.tap('InteractiveCheck', (modules) => {
        const own = [...modules].filter((module) => fileOf(module).startsWith(this.#source));
        for (const [name, place] of Object.entries(this.#exposed)) {
          const index = own.find((module) => fileOf(module) === path.join(this.#source, place, 'index.ts'));
          if (!index || /\binteractive\b/.test(codeOf(index))) continue;
          const live = this.#behaviourOf(compilation, index);
          if (!live) continue;
          const problem = `${name} has behaviour: ${path.relative(this.#source, fileOf(live))} handles events or keeps state`;
          const remedy = `add \`export const interactive = true;\` to src/${place}/index.ts`;
          compilation.errors.push(new WebpackError(`${problem}. To make it live in browsers, ${remedy}`));
        }
      });
    });
  }

  /** The first of the remote's own modules with behaviour, starting at this one. */
  #behaviourOf(compilation: Compilation, index: Module): Module | undefined {
    const reached = new Set([index]);
    for (const module of reached) {
      if (BEHAVIOUR.test(codeOf(module))) return module;
      for (const { module: next } of compilation.moduleGraph.getOutgoingConnections(module))
        if (fileOf(next).startsWith(this.#source)) reached.add(next);
    }
    return undefined;
  }
}

const fileOf = (module: Module): string => (module instanceof NormalModule ? module.resource : '');

const codeOf = (module: Module): string => String(module.originalSource()?.source() ?? '');

/** In the name of the federation's generated entry: a hash of the absolute folder of the build. */
const FOLDER_HASH = /(?<=\.federation\/entry)\.[\da-f]+(?=\.js)/g;

/**
 * Removes traces of the build's folder, so that a build has the same bytes on every machine: bundles that are not
 * minimized name their sources in comments.
 */
export class PlacelessNames {
  apply(compiler: Compiler): void {
    const name = 'PlacelessNames';
    const { Compilation, sources } = compiler.webpack;
    compiler.hooks.thisCompilation.tap(name, (compilation) => {
      const stage = Compilation.PROCESS_ASSETS_STAGE_PRE_PROCESS;
      compilation.hooks.processAssets.tap({ name, stage }, (assets) => {
        for (const [file, source] of Object.entries(assets)) {
          // This keeps its source maps correct.
          const replaced = new sources.ReplaceSource(source);
          for (const { index, 0: hash } of source.source().toString().matchAll(FOLDER_HASH))
            replaced.replace(index, index + hash.length - 1, '');
          compilation.updateAsset(file, replaced);
        }
      });
    });
  }
}
