import { writeFileSync } from 'node:fs';
import path from 'node:path';
import type { ReleaseReport } from '@vidlunnia/releases/release';
import { folderStore } from '@vidlunnia/releases/folder-store';
import { makeKeyPair } from '@vidlunnia/releases/signature';
import type { ObjectStore } from '@vidlunnia/releases/versioned-store';
import { repositoryRoot } from '@vidlunnia/settings/machine';
import { temporaryFolder } from '@vidlunnia/settings/testing';
import { readRemote } from '@vidlunnia/settings/topology';
import { publish } from '../publish';
import type { Site, Team } from '../team';
import { sampleRelease } from './sample-release';

/** A new folder for releases. */
export const temporaryTarget = () => folderStore(temporaryFolder());

/** The same target; `see` gets the name of each object that is about to change, and may throw. */
export const observed = (target: ObjectStore, see: (name: string) => void): ObjectStore => ({
  ...target,
  write: async (name, bytes) => {
    see(name);
    await target.write(name, bytes);
  },
  remove: async (name) => {
    see(name);
    await target.remove(name);
  },
  update: (name, change) =>
    target.update(name, async (bytes) => {
      const next = await change(bytes);
      if (next) see(name);
      return next;
    }),
});

export const blog = readRemote(path.join(repositoryRoot(), 'mfe-blog'));

/** The blog's keys. */
export const { privateKey, publicKey } = makeKeyPair();

/** The blog's team, with a target folder that is removed after the test; `said` has the lines of its commands. */
export function sampleTeam(site: Site): Team & { readonly said: string[] } {
  const said: string[] = [];
  const target = temporaryTarget();
  const environment = { KEYS_DIR: temporaryFolder() };
  writeFileSync(path.join(environment.KEYS_DIR, `${blog.folder}.key`), privateKey);
  return { remote: blog, environment, target, site, said, say: (line) => said.push(line) };
}

export async function publishSamples({ target }: Pick<Team, 'target'>, ...versions: string[]): Promise<void> {
  for (const version of versions) await publish(target, sampleRelease(version), privateKey);
}

const SINCE = '2026-01-01T00:00:00.000Z';

type BlogState = ReleaseReport['remotes'][string];

export const blogState = (version: string | null, changes: Partial<BlogState> = {}): BlogState => ({
  live: version === null ? null : { version, commit: null, since: SINCE },
  previous: [],
  rejections: [],
  ...changes,
});

export const liveReleases = (blog: BlogState): ReleaseReport => ({
  releaseSet: 'set',
  since: SINCE,
  remotes: { blog },
  contract: {
    versions: [1],
    modules: { blog: ['Teaser', 'Post'] },
    shared: { react: '19.3.1' },
  },
});

/** A site that reports these states of the blog, one per request, and then always the last one. */
export const siteReporting = (...states: BlogState[]): Site => ({
  url: 'https://vidlunnia.example',
  ask: () => {
    const state = states.length > 1 ? states.shift() : states[0];
    return Promise.resolve(state ? liveReleases(state) : 'nobody answers');
  },
});
