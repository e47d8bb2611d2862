import type { ModuleId } from '@vidlunnia/contracts';

/**
 * Before every id that React makes inside an island, or in the page around them: the same on the server and in the
 * browser, and another for every React root (react#22855).
 */
export const identifierPrefix = (id: ModuleId | 'page'): string =>
  id === 'page' ? '' : id.replaceAll('/', '-');
