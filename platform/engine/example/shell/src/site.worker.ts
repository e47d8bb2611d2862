import { reactLibraries } from '@vidlunnia/engine/libraries';
import { rendererOf } from '@vidlunnia/engine/rendering';
import { frame, site } from './site';
export const createRenderer = rendererOf({
  ...site,
  ...frame,
  libraries: reactLibraries,
  createApi: () => ({}),
  goldenApis: {},
});
