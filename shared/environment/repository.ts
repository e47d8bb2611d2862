import path from 'node:path';

/** Absolute path of the repository. */
export const repositoryRoot = path.resolve(__dirname, '../..');
