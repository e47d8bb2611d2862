import { createHash } from 'node:crypto';
import { cp, mkdir, rm, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import {
  createClientManifest,
  isFresh,
  markFresh,
  precompress,
  remoteList,
  repositoryRoot,
  runWebpack,
  shell,
  sourceVersion,
  writeJson,
} from '@vidlunnia/remote-kit/build';
import { modulesOf, pageAt } from '@vidlunnia/shell/src/pages/pages';
import { moduleOf, remoteOf, type ReleaseSet } from '@vidlunnia/shell/src/remotes/release-set';
import { monolithConfig } from './config';
import { eagerStarter } from './eager-starter';
import { BASE, monolithReleaseSet } from './release-set';

/** Folder in which the shell's server finds the monolith as it finds the shell: `dist` and `public`. */
export const MONOLITH = path.join(repositoryRoot, 'bench/dist/monolith');
export const RELEASE_SET_FILE = path.join(MONOLITH, 'release-set.json');
/** Stands in for the store of releases. */
export const RELEASES = path.join(MONOLITH, 'releases');

/** The starter's file beside the build's scripts. */
const STARTER = 'eager-starter.js';

/** Builds the monolith unless it is there already. */
export async function buildMonolith(): Promise<void> {
  const version = monolithVersion();
  const dist = path.join(MONOLITH, 'dist');
  if (isFresh(MONOLITH, version)) return;
  await rm(MONOLITH, { recursive: true, force: true });
  const [client] = await runWebpack(monolithConfig({ mode: 'production', version, output: dist }));
  if (!client) throw new Error('The monolith’s browser build left no report');
  const releaseSet = monolithReleaseSet(client);
  const described = createClientManifest(client, version);
  await writeJson(path.join(dist, 'client.json'), { ...described, starter: STARTER });
  await writeFile(path.join(dist, 'client', STARTER), eagerStarter(filesToBegin(described, releaseSet)));
  await writeJson(RELEASE_SET_FILE, releaseSet);
  await layReleases(releaseSet, path.join(dist, 'client'));
  await Promise.all([precompress(path.join(dist, 'client')), precompress(RELEASES)]);
  await symlink(path.join(repositoryRoot, shell.folder, 'public'), path.join(MONOLITH, 'public'), 'junction');
  markFresh(MONOLITH, version);
}

/** Puts every release's files where the store would have them: a server may read them there. */
async function layReleases({ remotes }: ReleaseSet, client: string): Promise<void> {
  for (const { name } of remoteList) {
    const release = remotes[name];
    if (!release) continue;
    const directory = path.join(RELEASES, name, release.version);
    for (const file of Object.values(release.modules).flatMap(({ js, css }) => [...js, ...css])) {
      await mkdir(path.dirname(path.join(directory, file)), { recursive: true });
      await cp(path.join(client, file), path.join(directory, file));
    }
  }
}

function filesToBegin({ js, app, remotes }: ReturnType<typeof createClientManifest>, set: ReleaseSet) {
  const modules = modulesOf(pageAt('/'), []).flatMap(
    (id) => set.remotes[remoteOf(id)]?.modules[moduleOf(id)]?.js ?? [],
  );
  const asset = (file: string) => BASE + file;
  const later = [...app, ...remotes, ...modules].filter((file) => !js.includes(file) && file.endsWith('.js'));
  return { scripts: js.map(asset), later: [...new Set(later)].map(asset) };
}

function monolithVersion(): string {
  const folders = [...[shell, ...remoteList].map(({ folder }) => folder), 'bench/monolith'];
  const versions = folders.map((folder) => sourceVersion(path.join(repositoryRoot, folder)));
  return createHash('sha256').update(versions.join()).digest('hex').slice(0, 12);
}
