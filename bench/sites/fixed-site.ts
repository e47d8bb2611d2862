import type { ReleaseSet } from '@vidlunnia/shell/src/remotes/release-set';
import type { LiveSite } from '@vidlunnia/shell/server/releases/live-site';
import type { Renderer } from '@vidlunnia/shell/server/render/supervised-worker';

const CONTRACT = { versions: [], modules: {}, shared: {} };

/** A site with one set for ever: nothing is released to it. */
export const fixedSite = (releaseSet: ReleaseSet, renderer: Renderer | null): LiveSite => ({
  current: () => ({ releaseSet, renderer }),
  isReady: () => true,
  previous: () => ({}),
  rejected: () => ({}),
  report: () => ({ releaseSet: releaseSet.id, since: '', remotes: {}, contract: CONTRACT }),
  figures: () => ({ workers: [], promotions: new Map(), rejections: [] }),
  obtain: () => Promise.resolve(false),
  stop: async () => renderer?.stop(),
});
