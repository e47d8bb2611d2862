import { mkdir, readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { writeJson } from '../build/json-file';
import { createManifest } from '../build/release-manifest';
import { keepWebpack, loadConfig } from '../build/run-webpack';
import { workspacesOf } from '../build/source-version';
import { ORIGIN_FILES } from '@vidlunnia/contracts/release';
import { originFolder } from '@vidlunnia/settings/places';
import { type Environment, getter, portOf, SETTINGS } from '@vidlunnia/settings';
import { repositoryRoot } from '../process/repository';
import type { RemotePackage } from '@vidlunnia/settings/topology';
import { type Cleanup, say } from '../process/task';
import { openRelease } from '../release/built-release';
import { directoryTarget } from '../release/directory-target';
import { ensureKey } from '../release/keys';
import { buildOrigin } from '../release/origin';
import { publish } from '../release/publish';
import { problemsOf } from './problems';
import { onChange } from '../process/on-change';
import { Versions } from './versions';

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
  const folder = originFolder(repositoryRoot(), remote, environment);
  await mkdir(folder, { recursive: true });
  const get = getter(environment);
  const server = await buildOrigin(folder);
  cleanup.defer(() => server.close());
  await server.listen({ port: portOf(remote, get), host: get(SETTINGS.host) });
  const output = path.join(repositoryRoot(), '.cache/development', remote.folder);
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
    const manifest = path.join(output, ORIGIN_FILES.manifest);
    await rm(manifest, { force: true });
    await writeJson(manifest, await createManifest(remote, version, output, { commit: null }));
    await publish(directoryTarget(folder), await openRelease(output), privateKey);
    await keepNewest(folder);
    say(`${remote.folder} ${version} is published`);
  };
  const sources = workspacesOf(remote.directory, repositoryRoot());
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
