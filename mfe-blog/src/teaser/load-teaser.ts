import { TEASER_POSTS, type LoadContext, type ModuleData } from '@vidlunnia/contracts';
import { firstPosts } from './first-posts';

/** The latest posts. Only what is shown is kept: a shell from before the limit gives them all. */
export const loadTeaser = async (
  _params: object,
  { api, signal }: LoadContext,
): Promise<ModuleData<'blog/Teaser'>> => firstPosts(await api.posts({ signal, limit: TEASER_POSTS }));
