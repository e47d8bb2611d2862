import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { repositoryRoot } from '@vidlunnia/remote-kit/process/repository';
import { type Remote } from '@vidlunnia/settings/topology';
import { ORIGIN_FILES, type ReleaseManifest } from '@vidlunnia/contracts/release';
import { directoryTarget, publish, readKey } from '@vidlunnia/remote-kit/release';
import { originFolder } from '@vidlunnia/settings/places';
import { manifestOf, readRelease, renameRelease } from '@vidlunnia/remote-kit/release/testing';
import type { FederatedSite } from './federated';

/** Milliseconds that a release may take to reach a page, and between two looks at it. */
const DEADLINE = 30_000;
const INTERVAL = 10;

/** A team that releases again and again: its build, each time under another version. */
export interface BenchTeam {
  /** Publishes a release. Resolves to its version when the pointer names it. */
  release(): Promise<string>;
  /** Version that a page has now. */
  onPage(): Promise<string>;
  untilOnPage(version: string): Promise<void>;
}

export async function openTeam(remote: Remote, { url, environment }: FederatedSite): Promise<BenchTeam> {
  const dist = path.join(repositoryRoot(), remote.folder, 'dist');
  const built = await readRelease(path.join(dist, await readFile(path.join(dist, '.version'), 'utf8')));
  const { privateKey } = await readKey(remote, environment);
  const target = directoryTarget(originFolder(repositoryRoot(), remote, environment));
  const asked = new RegExp(`/remotes/${remote.name}/([0-9a-f]{12})/`);

  const onPage = async () => asked.exec(await (await fetch(url)).text())?.[1] ?? 'none';
  return {
    onPage,
    release: async () => {
      const version = randomBytes(6).toString('hex');
      const files = renameRelease(built, version);
      const manifest = manifestOf(files);
      const release = JSON.parse(manifest.toString('utf8')) as ReleaseManifest;
      const read = (file: string) => Promise.resolve(files.get(file) ?? Buffer.alloc(0));
      await publish(target, { release, manifest, read }, privateKey);
      return version;
    },
    untilOnPage: async (version) => {
      const end = Date.now() + DEADLINE;
      while ((await onPage()) !== version) {
        if (Date.now() > end)
          throw new Error(`${remote.folder} ${version} is on no page (${ORIGIN_FILES.pointer})`);
        await pause(INTERVAL);
      }
    },
  };
}
