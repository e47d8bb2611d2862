import type { LoadContext, ModuleData } from '@vidlunnia/shared/contracts';
import { firstPosts } from './first-posts';

/** The latest posts. Only what is shown is kept: the data travels to the browser within the page. */
export const loadTeaser = async (
  _params: object,
  { api, signal }: LoadContext,
): Promise<ModuleData<'blog/Teaser'>> => firstPosts(await api.posts({ signal }));
