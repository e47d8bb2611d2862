import { GOLDEN_HOME, GOLDEN_POST, GOLDEN_POSTS, GOLDEN_SERVICES } from './golden.ts';
import { CONTRACT_VERSION, REMOTE_NAMES } from './modules.ts';
import { FORM_ACTIONS } from './site.ts';

/** What the kit knows of this site: `platform/remote-kit/site/site.ts` describes the fields. */
export const kit = {
  contractVersion: CONTRACT_VERSION,
  remotes: REMOTE_NAMES,
  sharedPackages: ['react', 'react/jsx-runtime', 'react-dom', 'react-toastify'],
  formActions: Object.values(FORM_ACTIONS),
  goldenData: {
    '/api/health': { status: 'ok' },
    '/api/form-token': { token: 'golden' },
    '/api/home': GOLDEN_HOME,
    '/api/services': GOLDEN_SERVICES,
    '/api/blog': GOLDEN_POSTS,
    '/api/blog/:id': GOLDEN_POST,
  },
};
