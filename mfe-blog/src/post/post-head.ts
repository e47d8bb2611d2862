import type { ModuleData, PageHead } from '@vidlunnia/contracts';
import { COPY } from './copy';

/** Head of a post's page. `post` is `null` if it could not be loaded. */
export const postHead = (post: ModuleData<'blog/Post'> | null): PageHead =>
  post === null
    ? { title: COPY.missing.pageTitle, description: COPY.missing.description }
    : {
        title: COPY.pageTitle(post.title),
        description: post.description,
        article: {
          image: `/api/og/${encodeURIComponent(post.id)}.png`,
          imageAlt: COPY.previewAlt(post.title, post.category, post.image_alt),
          published: post.created_at,
          ...(post.updated_at !== undefined && { modified: post.updated_at }),
          author: post.author,
        },
      };
