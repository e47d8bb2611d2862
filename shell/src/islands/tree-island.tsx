import type { ModuleId } from '@vidlunnia/contracts';
import { RemoteIsland } from './remote-island';
import type { IslandProps } from './island';

/** An island on a page that the browser makes: part of its tree. */
export const TreeIsland = <Id extends ModuleId>(props: IslandProps<Id>) => (
  <div data-island={props.id}>
    <RemoteIsland {...props} />
  </div>
);
