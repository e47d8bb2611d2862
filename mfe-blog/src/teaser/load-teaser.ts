import { TEASER_POSTS, type LoadContext, type ModuleData } from '@vidlunnia/contracts';
import { firstPosts } from './first-posts';

/** The latest posts. Only the shown ones are kept: shells older than the limit return all. */
export const loadTeaser = async (
  _params: object,
  { api, signal }: LoadContext,
): Promise<ModuleData<'blog/Teaser'>> => firstPosts(await api.posts({ signal, limit: TEASER_POSTS }));
