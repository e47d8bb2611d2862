import { TEASER_POSTS, type LoadContext } from '@vidlunnia/contracts';

export { Teaser as default } from './teaser';

/** The latest posts. Shells older than the limit return all, so only the shown ones are kept. */
export const load = async (_params: object, { api, signal }: LoadContext) =>
  (await api.posts({ signal, limit: TEASER_POSTS })).slice(0, TEASER_POSTS);
