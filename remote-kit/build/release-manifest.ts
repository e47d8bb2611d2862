import { createHash } from 'node:crypto';
import { readdir, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { CONTRACT_VERSION } from '@vidlunnia/contracts';
import type { ReleaseManifest } from '@vidlunnia/contracts/release';
import { contractDeclarations } from './contract-declarations';
import type { RemotePackage } from '@vidlunnia/settings/topology';
import { repositoryRoot } from '../process/repository';
import { provenance } from './provenance';
import { placesOf } from './source-version';
import { versionedName } from './webpack/build';
import { sharedRanges } from './webpack/remote-config';
import { federationRuntime } from './webpack/shared-packages';

interface Manifest {
  readonly metaData: { readonly remoteEntry: { readonly name: string } };
  readonly exposes: readonly {
    readonly name: string;
    readonly assets: Record<
      'js' | 'css',
      { readonly sync: readonly string[]; readonly async: readonly string[] }
    >;
  }[];
}

/** Describes a finished build as its `release.json`. The federation's own manifest is only read here. */
export async function createManifest(
  remote: RemotePackage,
  version: string,
  directory: string,
  origin: ReturnType<typeof provenance> = provenance(placesOf(remote.directory, repositoryRoot())),
): Promise<ReleaseManifest> {
  const client = path.join(directory, 'client');
  const manifest = await takeManifest(client);
  const modules = filesByModule(remote, manifest);
  return {
    name: remote.name,
    version,
    ...origin,
    contract: CONTRACT_VERSION,
    container: versionedName(remote.name, version),
    entry: `client/${manifest.metaData.remoteEntry.name}`,
    serverEntry: 'server/remoteEntry.js',
    modules,
    declarations: contractDeclarations(),
    shared: { ...sharedRanges(remote.directory), ...federationRuntime() },
    files: await hashFiles(directory),
  };
}

function filesByModule({ bundled }: RemotePackage, { exposes }: Manifest): ReleaseManifest['modules'] {
  const filesOf = (modules: Manifest['exposes']) => ({
    js: unique(modules.flatMap(({ assets }) => assets.js.sync)).map(inClient),
    css: unique(modules.flatMap(({ assets }) => assets.css.sync)).map(inClient),
  });
  // When modules share a chunk, the federation's manifest lists its files for only one of them.
  return Object.fromEntries(exposes.map((module) => [module.name, filesOf(bundled ? exposes : [module])]));
}

const unique = (files: readonly string[]) => [...new Set(files)];

const inClient = (file: string) => `client/${file}`;

async function takeManifest(client: string): Promise<Manifest> {
  const file = path.join(client, 'mf-manifest.json');
  const manifest = JSON.parse(await readFile(file, 'utf8')) as Manifest;
  await Promise.all([file, path.join(client, 'mf-stats.json')].map((unused) => rm(unused, { force: true })));
  return manifest;
}

async function hashFiles(directory: string): Promise<ReleaseManifest['files']> {
  const names = await readdir(directory, { recursive: true, withFileTypes: true });
  const files = names
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(directory, path.join(entry.parentPath, entry.name)))
    .sort();
  const facts = files.map(async (file) => {
    const bytes = await readFile(path.join(directory, file));
    const sha384 = createHash('sha384').update(bytes).digest('base64');
    return [file.split(path.sep).join('/'), { size: bytes.length, sha384 }] as const;
  });
  return Object.fromEntries(await Promise.all(facts));
}
