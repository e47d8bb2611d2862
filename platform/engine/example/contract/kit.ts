/** What the tools know of this site. */
export const site = {
  contractVersion: 1,
  contractPackage: '@cafe/contract',
  remotes: ['menu', 'story'],
  sharedPackages: ['react', 'react/jsx-runtime', 'react-dom'],
  formActions: [],
  goldenPages: ['/', '/story'],
  comparedPages: ['/'],
  tour: { page: '/story', links: ['a[href="/"]'] },
  goldenData: {},
};
