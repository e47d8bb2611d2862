import type { LoadContext, ModuleParams, PostArchive } from '@vidlunnia/contracts';
import { archiveOf } from './post-archive';

export const loadArchive = async (
  params: ModuleParams<'blog/Archive'>,
  { api, signal }: LoadContext,
): Promise<PostArchive> => archiveOf(await api.posts({ signal }), params);
