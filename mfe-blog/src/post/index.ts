import type { LoadContext, ModuleParams } from '@vidlunnia/contracts';

export { Post as default } from './post';
export { postHead as head } from './post-head';

export const load = ({ postId }: ModuleParams<'blog/Post'>, { api, signal }: LoadContext) =>
  api.post(postId, { signal });
