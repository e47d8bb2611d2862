import { emptyGoldenApi, goldenApi } from '@vidlunnia/contracts/golden';
import { rendererOf } from '@vidlunnia/engine/rendering';
import { createApiClient } from '@vidlunnia/http';
import { frame } from './frame/frame';
import { libraries } from './frame/libraries';
import { site } from './site';

/** Renders the site's pages in a worker. */
export const createRenderer = rendererOf({
  ...site,
  ...frame,
  libraries,
  createApi: ({ origin, ...options }) => createApiClient({ ...options, baseUrl: `${origin}/api` }),
  goldenApis: { full: goldenApi, empty: emptyGoldenApi },
});
