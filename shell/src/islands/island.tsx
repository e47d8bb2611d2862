import type { ModuleId, ModuleParams } from '@vidlunnia/contracts';
import { usePageServices } from './page-services';
import type { Slot } from '../pages/slots';

export interface IslandProps<Id extends ModuleId> {
  readonly id: Id;
  /** One object as long as the island is the same. */
  readonly params: ModuleParams<Id>;
  readonly slot: Slot<Id>;
}

/**
 * Before every id that React makes inside an island, or in the page around them: the same on the server and in the
 * browser, and another for every React root (react#22855).
 */
export const identifierPrefix = (id: ModuleId | 'page'): string =>
  id === 'page' ? '' : id.replaceAll('/', '-');

/**
 * A remote's module on a page. The server renders each by itself, and the browser makes each live by itself; a page
 * that the browser makes is one tree.
 */
export function Island<Id extends ModuleId>(props: IslandProps<Id>) {
  const { IslandContent } = usePageServices();
  return <IslandContent {...props} />;
}
