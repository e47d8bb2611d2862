import type { ReleaseReport } from '@vidlunnia/contracts/release';
import { startLocalServer } from '@vidlunnia/http/testing';
import type { Site } from '../site';

const SINCE = '2026-01-01T00:00:00.000Z';

type BlogState = ReleaseReport['remotes'][string];

/** The blog with this version live. */
export const blogState = (version: string | null, changes: Partial<BlogState> = {}): BlogState => ({
  live: version === null ? null : { version, commit: null, since: SINCE },
  previous: [],
  rejections: [],
  ...changes,
});

/** A shell's report of a blog in this state. */
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

/** A site that reports these states of the blog, one per request; the last one from then on. */
export const siteSaying = (...states: BlogState[]): Site => ({
  url: 'https://vidlunnia.example',
  ask: () => {
    const state = states.length > 1 ? states.shift() : states[0];
    return Promise.resolve(state ? liveReleases(state) : 'nobody answers');
  },
});

/** The address of a site that has already ingested the blog's current version. */
export async function startPromotingSite(pointer: () => Promise<string | null>): Promise<string> {
  const { origin } = await startLocalServer((_, response) => {
    void pointer().then((version) => response.end(JSON.stringify(liveReleases(blogState(version)))));
  });
  return origin;
}
