import { CONTRACT_VERSION, FORM_ACTIONS, REMOTE_NAMES } from '@vidlunnia/contracts';
import { GOLDEN_HOME, GOLDEN_POST, GOLDEN_POSTS, GOLDEN_SERVICES } from '@vidlunnia/contracts/golden';
import { remotesNamed, type Remote } from '@vidlunnia/settings/topology';

interface SiteOfTheKit {
  /** Version of the contract between shell and remotes. */
  readonly contractVersion: number;
  /** The package whose `index` declares this contract. */
  readonly contractPackage: string;
  /** The remotes that its pages name; all other remotes are in zones. */
  readonly remotes: readonly Remote[];
  /** Packages that exist once on the page: the shell provides them, and remotes have no copy. */
  readonly sharedPackages: readonly string[];
  /** Addresses that forms are sent to. */
  readonly formActions: readonly string[];
  /** Addresses of the golden pages. */
  readonly goldenPages: readonly string[];
  /** The golden pages whose pictures a browser compares. */
  readonly comparedPages: readonly string[];
  /** A golden page, and links that lead a visitor on from it. The browser loads and shows every island of each next page. */
  readonly tour: { readonly page: string; readonly links: readonly string[] };
  /** The API's constant data for golden pages, by path. */
  readonly goldenData: Readonly<Record<string, unknown>>;
}

/** All that the kit knows of the site whose remotes it builds. Only this file imports the site. */
export const SITE: SiteOfTheKit = {
  contractVersion: CONTRACT_VERSION,
  contractPackage: '@vidlunnia/contracts',
  remotes: remotesNamed(REMOTE_NAMES),
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
