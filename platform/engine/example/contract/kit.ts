export const kit = {
  contractVersion: 1,
  remotes: ['menu', 'story'],
  formActions: [],
  goldenData: {},
  sharedPackages: ['react', 'react/jsx-runtime', 'react-dom'],
};
