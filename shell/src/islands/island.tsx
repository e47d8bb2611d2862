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
 * A remote's module on a page. The server renders each by itself, and the browser makes each live by itself; a page
 * that the browser makes is one tree.
 */
export function Island<Id extends ModuleId>(props: IslandProps<Id>) {
  const { IslandContent } = usePageServices();
  return <IslandContent {...props} />;
}
