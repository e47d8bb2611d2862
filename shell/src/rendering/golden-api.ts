import type { Api } from '@vidlunnia/contracts';
import { GOLDEN_POST, GOLDEN_POSTS, GOLDEN_SERVICES } from '@vidlunnia/contracts/golden';

const submitted = () => Promise.reject(new Error('A golden page sends nothing'));

/** Data that never change: what is rendered with them judges the code alone. */
export const goldenApi: Api = {
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
