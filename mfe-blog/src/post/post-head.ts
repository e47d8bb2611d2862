import type { ModuleData, PageHead } from '@vidlunnia/shared/contracts';
import { copy } from '../copy/copy';
import { fill } from '../copy/fill';

/** What search engines and link previews learn of a post's page; `null` is a post that could not be loaded. */
export const postHead = (post: ModuleData<'blog/Post'> | null): PageHead =>
  post === null
    ? { title: copy['meta.postNotFound.title'] }
    : {
        title: fill(copy['meta.post.title'], { title: post.title }),
        description: post.description,
        article: {
          image: `/api/og/${encodeURIComponent(post.id)}.png`,
          imageAlt: fill(copy['og.post.alt'], { title: post.title, imageAlt: post.image_alt }),
          published: post.created_at,
          author: post.author,
        },
      };
