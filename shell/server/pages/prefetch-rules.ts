import { FOLLOWS_LINKS } from '../../src/navigation/follows-links';
import { inlineText } from './client-build';

const RULES = {
  prefetch: [
    {
      where: {
        and: [
          { href_matches: ['/', '/blog', '/blog/*', '/privacy'] },
          { selector_matches: `html:not([${FOLLOWS_LINKS}]) a` },
        ],
      },
      eagerness: 'conservative',
    },
  ],
};

/**
 * By these rules (https://wicg.github.io/nav-speculation/speculation-rules.html) the document of a link is fetched when
 * the link is pressed, about 100 ms before the navigation requests it; not while the router follows links, which needs
 * no document. They are in the page: a file of theirs would be requested before the largest picture. Browsers that save
 * data ignore them.
 */
export const PREFETCH_RULES = inlineText(JSON.stringify(RULES));
