import type { Api } from '@vidlunnia/shared/contracts';

const unexpected = () => Promise.reject(new Error('a call that the test does not expect'));

/** An API for tests of loading: every call fails but those that the test answers. */
export const sampleApi = (calls: Partial<Api>): Api => ({
  services: unexpected,
  posts: unexpected,
  post: unexpected,
  apply: unexpected,
  contact: unexpected,
  ...calls,
});
