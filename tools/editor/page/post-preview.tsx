import '@vidlunnia/ui/global.css';
import type { PreviewProps } from '@sveltia/cms';
import { renderMarkdown } from '@vidlunnia/api/src/content/render-markdown';
import Post from '@vidlunnia/mfe-blog/src/post';
import { renderToStaticMarkup } from 'react-dom/server';
import { savedMarkdown } from './saved-markdown';

/**
 * A post as on the site, by the API's Markdown and the blog's component. It is HTML, because Sveltia has its own React
 * with other hooks.
 */
export function PostPreview({ entry, getAsset }: PreviewProps) {
  const text = (name: string) => {
    const value = entry.getIn(['data', name]);
    return typeof value === 'string' ? value : '';
  };
  const html = renderToStaticMarkup(
    <Post
      data={{
        id: 'preview',
        title: text('title'),
        excerpt: text('excerpt'),
        category: text('category'),
        author: text('author'),
        // Empty while the author types.
        created_at: text('created_at') || '1970-01-01T00:00:00Z',
        image_url: text('cover'),
        image_alt: text('image_alt'),
        description: text('description'),
        content: renderMarkdown(savedMarkdown(text('body')), pictureAt).html,
      }}
    />,
  );
  return <div dangerouslySetInnerHTML={{ __html: withFiles(html, getAsset) }} />;
}

/** A size for any address. The page shows a picture's real proportions; the check of content names missing files. */
const pictureAt = (url: string) => ({ url, width: 1600, height: 900 });

/** The same HTML with pictures of the folder, which no server has yet. */
const withFiles = (html: string, getAsset: PreviewProps['getAsset']): string =>
  html
    .replaceAll(/<link [^>]*>| srcset="[^"]*"/gi, '')
    .replaceAll(/ src="([^"]*)"/g, (_, path: string) => ` src="${getAsset(path)?.toString() ?? path}"`);
