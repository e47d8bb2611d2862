import type { LoadContext, ModuleData, ModuleParams } from '@vidlunnia/contracts';

export const loadPost = (
  { postId }: ModuleParams<'blog/Post'>,
  { api, signal }: LoadContext,
): Promise<ModuleData<'blog/Post'>> => api.post(postId, { signal });
