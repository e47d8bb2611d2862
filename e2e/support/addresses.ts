/** One address of every kind of page. */
export const ADDRESSES = {
  home: '/',
  post: '/blog/deviat-sliv-na-vykyd',
  archive: '/blog',
  privacy: '/privacy',
  'unknown-address': '/nemaie',
  'unknown-post': '/blog/nemaie',
};
