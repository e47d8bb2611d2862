import { Island } from '../islands/island';
import { modulesOn, rowOf } from '../pages/page-table';
import { NO_PARAMS } from '../pages/pages';

/** `/`: every section of the specification's section 2, in its order. */
export const HomeSections = () =>
  modulesOn('home')
    .filter((id) => !rowOf(id).within)
    .map((id) => <Island key={id} id={id} params={NO_PARAMS} slot={NO_PARAMS} />);
