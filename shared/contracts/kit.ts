import { GOLDEN_HOME, GOLDEN_POST, GOLDEN_POSTS, GOLDEN_SERVICES } from './golden.ts';
import { CONTRACT_VERSION, REMOTE_NAMES } from './modules.ts';
import { FORM_ACTIONS } from './site.ts';

/** What the kit of remotes has to know of this site (`platform/remote-kit/site/site.ts`). */
export const site = {
  contractVersion: CONTRACT_VERSION,
  contractPackage: '@vidlunnia/contracts',
  remotes: REMOTE_NAMES,
  sharedPackages: ['react', 'react/jsx-runtime', 'react-dom', 'react-toastify'],
  formActions: Object.values(FORM_ACTIONS),
  goldenPages: ['/', '/blog/golden', '/blog'],
  comparedPages: ['/', '/blog/golden'],
  tour: {
    page: '/blog/golden',
    links: ['header a[href="/"]', 'main a[href="/blog"]', 'main a[href^="/blog/"]'],
  },
  goldenData: {
    '/api/health': { status: 'ok' },
    '/api/form-token': { token: 'golden' },
    '/api/home': GOLDEN_HOME,
    '/api/services': GOLDEN_SERVICES,
    '/api/blog': GOLDEN_POSTS,
    '/api/blog/:id': GOLDEN_POST,
  },
};
