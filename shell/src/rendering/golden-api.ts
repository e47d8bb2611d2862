import type { Api } from '@vidlunnia/contracts';
import { GOLDEN_HOME, GOLDEN_POST, GOLDEN_POSTS, GOLDEN_SERVICES } from '@vidlunnia/contracts/golden';

const submitted = () => Promise.reject(new Error('A golden page sends nothing'));

/** Constant data: failures during rendering are then failures of the code. */
export const goldenApi: Api = {
  home: (section) => Promise.resolve(GOLDEN_HOME[section]),
  services: () => Promise.resolve(GOLDEN_SERVICES),
  posts: () => Promise.resolve(GOLDEN_POSTS),
  post: () => Promise.resolve(GOLDEN_POST),
  apply: submitted,
  contact: submitted,
};

/** The same without services and posts: lists may be empty. */
export const emptyGoldenApi: Api = {
  ...goldenApi,
  services: () => Promise.resolve([]),
  posts: () => Promise.resolve([]),
};
