import '@vidlunnia/ui/global.css';
import type { Api } from '@vidlunnia/contracts';
import { startSite } from '@vidlunnia/engine/browser';
import { site } from './site';

/** The API on the site's own origin. The HTTP client is loaded with the first call, not with the page. */
function createBrowserApi(): Api {
  let api: Required<Api> | undefined;
  const client = async () => {
    const { createApiClient, sourceOfVisit } = await import(
      /* webpackChunkName: "http" */ './source/api-client'
    );
    return (api ??= createApiClient({ baseUrl: '/api', source: sourceOfVisit }));
  };
  return {
    home: async (section, options) => (await client()).home(section, options),
    services: async (options) => (await client()).services(options),
    posts: async (options) => (await client()).posts(options),
    post: async (id, options) => (await client()).post(id, options),
    formToken: async (options) => (await client()).formToken(options),
    apply: async (application, options) => (await client()).apply(application, options),
    contact: async (message, options) => (await client()).contact(message, options),
  };
}

startSite({
  ...site,
  api: createBrowserApi(),
  loadFrame: async () => (await import(/* webpackChunkName: "app" */ './frame/frame')).frame,
  loadLibraries: async () => {
    const { libraries, mountToastHost } = await import(/* webpackChunkName: "remotes" */ './frame/libraries');
    mountToastHost();
    return libraries;
  },
});
