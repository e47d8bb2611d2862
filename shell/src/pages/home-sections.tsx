import { SECTION_IDS } from '@vidlunnia/shared/contracts';
import { Island } from '../islands/island';
import { HOME_SECTIONS, NO_PARAMS } from './pages';

/** `/`: every section of the specification's section 2, in its order. */
export const HomeSections = () =>
  SECTION_IDS.map((section) => (
    <Island key={section} id={HOME_SECTIONS[section]} params={NO_PARAMS} slot={NO_PARAMS} />
  ));
