import { startSite } from '@vidlunnia/engine/browser';
import { frame, site } from './site';
startSite({
  ...site,
  api: {},
  loadFrame: () => Promise.resolve(frame),
  loadLibraries: async () => (await import('@vidlunnia/engine/libraries')).reactLibraries,
});
