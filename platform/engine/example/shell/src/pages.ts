import type { SitePages } from '@vidlunnia/engine';
import { UNKNOWN_ADDRESS } from '@vidlunnia/engine/modules';
const ADDRESSES: Readonly<Record<string, string>> = { menu: '/', story: '/story' };
export const pages: SitePages = {
  modules: {
    'menu/Menu': { page: 'menu', element: 'menu' },
    'story/Story': { page: 'story', element: 'story' },
  },
  pageAt: (path) => ({ kind: Object.keys(ADDRESSES).find((kind) => ADDRESSES[kind] === path) ?? 'unknown' }),
  addressOf: ({ kind }) => ADDRESSES[kind] ?? UNKNOWN_ADDRESS,
  headOf: ({ kind }) => ({ title: `Cafe: ${kind}` }),
};
