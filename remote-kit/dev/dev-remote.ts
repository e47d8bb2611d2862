import { cp, mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Compilation, Compiler } from 'webpack';
import { ORIGIN_FILES } from '@vidlunnia/contracts/release';
import { signManifest } from '@vidlunnia/releases/signature';
import { type Environment, getter, portOf, SETTINGS } from '@vidlunnia/settings';
import { originFolder, repositoryRoot } from '@vidlunnia/settings/machine';
import type { RemotePackage } from '@vidlunnia/settings/topology';
import { writeJson, keepWebpack, loadConfig } from '../build/run-webpack';
import { createManifest } from '../build/build-remote';
import { workspacesOf } from '../build/source-version';
import { onChange, problemsOf } from '../process/development';
import { type Cleanup, say } from '../process/task';
import { ensureKey } from '../release/keys';
import { buildOrigin } from '../release/origin';

/** Releases that the origin keeps: every save makes one. */
const KEPT = 20;

/**
 * Serves a remote for development: every save is built, signed and published to a local origin. The shell ingests it
 * like any other release. Resolves after the first build; `cleanup` ends it, also after a rejection.
 */
export async function devRemote(
  remote: RemotePackage,
  environment: Environment,
  cleanup: Cleanup,
): Promise<void> {
  const { privateKey } = await ensureKey(remote, environment);
  const folder = originFolder(remote, environment);
  await mkdir(folder, { recursive: true });
  const get = getter(environment);
  const server = await buildOrigin(folder);
  cleanup.defer(() => server.close());
  await server.listen({ port: portOf(remote, get), host: get(SETTINGS.host) });
  const output = path.join(repositoryRoot(), '.cache/development', remote.folder, 'dist');
  const versions = new Versions();
  const exposes = path.join(remote.directory, 'src/exposes.ts');
  const compile = () =>
    keepWebpack(
      loadConfig(remote.directory)({ mode: 'development', version: versions.placeholder, output }).map(
        (config) => ({ ...config, plugins: [...(config.plugins ?? []), versions] }),
      ),
    );
  let build = compile();
  const release = async (changed: ReadonlySet<string>) => {
    // The configuration reads it.
    if (changed.has(exposes)) build = compile();
    const version = versions.next();
    await build();
    const manifest = Buffer.from(
      JSON.stringify(await createManifest(remote, version, output, { commit: null })),
    );
    const place = path.join(folder, version);
    await cp(output, place, { recursive: true });
    await writeFile(path.join(place, ORIGIN_FILES.manifest), manifest);
    await writeFile(path.join(place, ORIGIN_FILES.signature), signManifest(manifest, privateKey));
    await writeJson(path.join(folder, ORIGIN_FILES.pointer), { version });
    await keepNewest(folder);
    say(`${remote.folder} ${version} is published`);
  };
  const sources = workspacesOf(remote.directory);
  const { first, stop } = onChange(
    [remote.directory, ...sources],
    release,
    problemsOf(remote.folder, environment),
  );
  cleanup.defer(stop);
  await first;
}

/** Versions are times, so the newest sort last. */
async function keepNewest(origin: string): Promise<void> {
  const versions = (await readdir(origin)).filter((name) => /^[0-9a-f]{12}$/.test(name)).sort();
  const old = versions.slice(0, -KEPT);
  await Promise.all(old.map((name) => rm(path.join(origin, name), { recursive: true })));
}

const TEXT = /\.(?:js|css|map)$/;

/**
 * Gives each build its own version, with one long-lived compiler: it compiles with a placeholder of the same length as
 * a version, so that source maps stay right.
 */
class Versions {
  readonly placeholder = '0de70de70de7';
  #version = '';

  /** The version of the next build: the time, in twelve hexadecimal digits. */
  next(): string {
    this.#version = Date.now().toString(16).padStart(12, '0');
    return this.#version;
  }

  apply(compiler: Compiler): void {
    compiler.hooks.thisCompilation.tap('Versions', (compilation) => {
      const stage = compiler.webpack.Compilation.PROCESS_ASSETS_STAGE_SUMMARIZE;
      compilation.hooks.processAssets.tap({ name: 'Versions', stage }, () => {
        this.#insert(compiler, compilation);
      });
    });
  }

  #insert({ webpack: { sources } }: Compiler, compilation: Compilation): void {
    for (const { name, source } of compilation.getAssets()) {
      const text = TEXT.test(name) ? source.source().toString() : '';
      if (text.includes(this.placeholder))
        compilation.updateAsset(
          name,
          new sources.RawSource(text.replaceAll(this.placeholder, this.#version)),
        );
    }
  }
}
