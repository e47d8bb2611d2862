import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readdir, readFile, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { ORIGIN_FILES, SERVER_ENTRY, type ReleaseManifest } from '@vidlunnia/releases/release';
import { fileFacts } from '@vidlunnia/releases/signature';
import { repositoryRoot } from '@vidlunnia/settings/machine';
import type { RemotePackage } from '@vidlunnia/settings/topology';
import { siteOfKit } from '../site/site';
import { checkRelease } from './budgets';
import {
  contractDeclarations,
  federationRuntime,
  sharedRanges,
  checkSources,
  checkVersion,
  markFresh,
  placesOf,
  sourceVersion,
} from './sources';
import { removeInterrupted } from './replace-build';
import { loadConfig, precompress, runWebpack, writeJson } from './run-webpack';
import { versionedName } from './webpack/base-config';

/**
 * Builds a remote for production into `dist/<version>` and marks it as the newest; does not release it. An existing
 * version is not built again: the version follows from the sources.
 */
export async function buildRemote(
  remote: RemotePackage,
  say: (line: string) => void,
  version = sourceVersion(remote.directory),
): Promise<void> {
  const started = Date.now();
  const dist = path.join(remote.directory, 'dist');
  const directory = path.join(dist, version);
  const isBuilt = () => existsSync(path.join(directory, ORIGIN_FILES.manifest));
  if (!isBuilt()) {
    const unfinished = path.join(dist, `.building-${version}-${String(process.pid)}`);
    await removeInterrupted(dist);
    try {
      await build(remote, version, unfinished);
      await rename(unfinished, directory).catch((error: unknown) => {
        // Another process has built the same version meanwhile, and may already be releasing it.
        if (!isBuilt()) throw error;
      });
    } finally {
      await rm(unfinished, { recursive: true, force: true });
    }
  }
  markFresh(dist, version);
  say(`${remote.folder} ${version} built in ${((Date.now() - started) / 1000).toFixed(1)} s`);
}

async function build(remote: RemotePackage, version: string, output: string): Promise<void> {
  const builds = await runWebpack(loadConfig(remote.directory)({ mode: 'production', version, output }));
  checkSources(remote.directory, builds);
  checkVersion(remote.directory, version, sourceVersion(remote.directory));
  await precompress(path.join(output, 'client'));
  const release = await createManifest(remote, version, output);
  await checkRelease(remote, release, output);
  await writeJson(path.join(output, ORIGIN_FILES.manifest), release);
}

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
  origin: ReturnType<typeof provenance> = provenance(placesOf(remote.directory)),
): Promise<ReleaseManifest> {
  const client = path.join(directory, 'client');
  const manifest = await takeManifest(client);
  const modules = filesByModule(remote, manifest);
  return {
    name: remote.name,
    version,
    ...origin,
    contract: siteOfKit().contractVersion,
    container: versionedName(remote.name, version),
    entry: `client/${manifest.metaData.remoteEntry.name}`,
    serverEntry: SERVER_ENTRY,
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
    return [file.split(path.sep).join('/'), fileFacts(bytes)] as const;
  });
  return Object.fromEntries(await Promise.all(facts));
}

/**
 * The commit that is checked out, and whether one of these paths differs from it. Without Git, as in an image, the
 * commit is `COMMIT`. For people only: nothing depends on it.
 */
export function provenance(
  places: readonly string[],
  root = repositoryRoot(),
): Pick<ReleaseManifest, 'commit' | 'provenance'> {
  const log = git(root, 'log', '-1', '--format=%H%n%an%n%cI%n%s');
  if (log === null) return { commit: /^[0-9a-f]{40}$/.exec(process.env['COMMIT'] ?? '')?.[0] ?? null };
  const [commit = '', author = '', committed = '', ...subject] = log.trimEnd().split('\n');
  const changes = git(root, 'status', '--porcelain', '--untracked-files=all', '--', ...places) ?? '';
  return {
    commit,
    provenance: {
      difference: changes === '' ? null : createHash('sha256').update(changes).digest('hex').slice(0, 12),
      author,
      committed,
      subject: subject.join(' ').slice(0, 200),
    },
  };
}

/** The output of git in a repository; `null` outside of one. */
function git(cwd: string, ...args: readonly string[]): string | null {
  const { status, stdout } = spawnSync('git', args, {
    cwd,
    encoding: 'utf8',
    timeout: 5_000,
    maxBuffer: 64 * 1024 * 1024,
  });
  return status === 0 ? stdout : null;
}
