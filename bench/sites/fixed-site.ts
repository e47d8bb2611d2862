import type { ReleaseSet } from '@vidlunnia/shell/src/remotes/release-set';
import type { Site } from '@vidlunnia/shell/server/open-site';
import { NO_RENDERER } from '@vidlunnia/shell/server/render/supervised-worker';

const CONTRACT = { versions: [], modules: {}, shared: {} };

/** A site with one set for ever: nothing is released to it. `releases` is the folder of the remotes' files. */
export const fixedSite = (releaseSet: ReleaseSet, releases: string): Site => {
  const live = { releaseSet, releases: {}, previous: {}, renderer: NO_RENDERER, since: new Date() };
  const worker = { releaseSet: releaseSet.id, ...NO_RENDERER.status() };
  return {
    releases,
    live: () => live,
    report: () => ({ releaseSet: releaseSet.id, since: '', remotes: {}, contract: CONTRACT }),
    figures: () => ({ worker, promotions: new Map(), rejections: new Map() }),
    team: () => undefined,
    beside: () => Promise.resolve(live),
    obtain: () => Promise.resolve(),
    stop: () => Promise.resolve(),
  };
};
