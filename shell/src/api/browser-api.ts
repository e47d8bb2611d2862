import type { Api } from '@vidlunnia/contracts';
import { lazily } from '../lazily';

/** The API on the site's own origin. The HTTP client travels with the first call, not with the page. */
export function createBrowserApi(): Api {
  const client = lazily(async () => {
    const { createApiClient } = await import(/* webpackChunkName: "http" */ '@vidlunnia/http');
    return createApiClient({ baseUrl: '/api' });
  });
  return {
    services: async (options) => (await client()).services(options),
    posts: async (options) => (await client()).posts(options),
    post: async (id, options) => (await client()).post(id, options),
    formToken: async (options) => (await client()).formToken(options),
    apply: async (application, options) => (await client()).apply(application, options),
    contact: async (message, options) => (await client()).contact(message, options),
  };
}
