import type { ReleaseReport } from '@vidlunnia/contracts/release-report';
import { startLocalServer } from '@vidlunnia/http/testing';
import { readPointer } from '../history';
import type { ReleaseTarget } from '../release-target';
import { siteOf, type Site } from '../site';

const SINCE = '2026-01-01T00:00:00.000Z';

type BlogState = ReleaseReport['remotes'][string];

/** The blog with this version live. */
export const blogState = (version: string | null, changes: Partial<BlogState> = {}): BlogState => ({
  live: version === null ? null : { version, commit: null, since: SINCE },
  previous: [],
  rejections: [],
  ...changes,
});

/** A contract with one module, which takes these props. */
export const declared = (props: string, { head = '{}', api = '{}', zone = '{}' } = {}) => ({
  index: `
    export interface ModuleContracts {
      'blog/Post': { readonly props: ${props}; readonly params: { readonly postId: string } };
    }
    export type LoadContext = { readonly api: ${api} };
    export type PageHead = ${head};
    export type { ZoneProps } from './zones.ts';
  `,
  zones: `export type ZoneProps = ${zone};`,
});

/** What a shell says of a blog in this state. */
export const liveReleases = (blog: BlogState): ReleaseReport => ({
  releaseSet: 'set',
  since: SINCE,
  remotes: { blog },
  contract: {
    versions: [1],
    modules: { blog: ['Teaser', 'Post'] },
    declarations: declared('{ a: string }'),
    shared: { react: '19.3.1' },
  },
});

/** A site that says these states of the blog, one at each question, and the last from then on. */
export async function startSiteDouble(
  ...states: BlogState[]
): Promise<Site & { readonly asked: () => number }> {
  const server = await startLocalServer((_, response) => {
    const state = states[Math.min(server.received.length, states.length) - 1];
    response.end(JSON.stringify(state ? liveReleases(state) : {}));
  });
  return { ...siteOf({ SITE_URL: server.origin }), asked: () => server.received.length };
}

/** A site that has always ingested already what the blog points at. */
export const startPromotingSite = (target: ReleaseTarget): Promise<Site> =>
  startSiteAt(() => readPointer(target));

/** The same, which knows of the blog what its origin says. */
export const startOriginReadingSite = (blog: string): Promise<Site> =>
  startSiteAt(async () => {
    const response = await fetch(`${blog}/current.json`);
    return response.ok ? ((await response.json()) as { readonly version: string }).version : null;
  });

async function startSiteAt(live: () => Promise<string | null>): Promise<Site> {
  const { origin } = await startLocalServer((_, response) => {
    void live().then((version) => response.end(JSON.stringify(liveReleases(blogState(version)))));
  });
  return siteOf({ SITE_URL: origin });
}
