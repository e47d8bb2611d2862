import type { ModuleProps } from '@vidlunnia/shared/contracts';
import { PostArticle } from './post-article';
import { PostMissing } from './post-missing';

/** The content of a post's page. A failed load is a post that was not found (specification, section 8). */
export function Post({ data }: ModuleProps<'blog/Post'>) {
  return data === null ? <PostMissing /> : <PostArticle post={data} />;
}
