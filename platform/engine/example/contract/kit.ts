/** What the tools know of this site. */
export const site = {
  contractVersion: 1,
  contractPackage: '@cafe/contract',
  remotes: ['menu', 'story'],
  sharedPackages: ['react', 'react/jsx-runtime', 'react-dom'],
  // Addresses that forms are sent to.
  formActions: [],
  goldenPages: ['/', '/story'],
  // The browser test before a release compares pictures of these, and follows the tour's links.
  comparedPages: ['/'],
  tour: { page: '/story', links: ['a[href="/"]'] },
  goldenData: {},
};
