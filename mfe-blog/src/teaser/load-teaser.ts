import { TEASER_POSTS, type LoadContext, type ModuleData } from '@vidlunnia/contracts';
import { firstPosts } from './first-posts';

/** The latest posts. Shells older than the limit return all, so only the shown ones are kept. */
export const loadTeaser = async (
  _params: object,
  { api, signal }: LoadContext,
): Promise<ModuleData<'blog/Teaser'>> => firstPosts(await api.posts({ signal, limit: TEASER_POSTS }));
