import { SECTION_IDS } from '@vidlunnia/contracts';
import { TEXTS } from '../site';

/** Links to the home page's sections, in their order; the hero is the page's top and needs none. */
export const SECTION_LINKS = SECTION_IDS.filter((id) => id !== 'hero').map((id) => ({
  id,
  href: `#${id}`,
  text: TEXTS[`nav.${id}`],
}));
