import '@vidlunnia/ui/global.css';
import type { PreviewProps } from '@sveltia/cms';
import { renderMarkdown } from '@vidlunnia/api/src/content/render-markdown';
import Post from '@vidlunnia/mfe-blog/src/post';
import { renderToStaticMarkup } from 'react-dom/server';

/**
 * A post as the site shows it: by the API's Markdown and the blog's own component. Sveltia renders with a React of its
 * own, whose hooks are not ours, so it gets HTML.
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
        // Empty while it is being typed.
        created_at: text('created_at') || '1970-01-01T00:00:00Z',
        image_url: text('cover'),
        image_alt: text('image_alt'),
        description: text('description'),
        content: renderMarkdown(text('body'), pictureAt).html,
      }}
    />,
  );
  return <div dangerouslySetInnerHTML={{ __html: withFiles(html, getAsset) }} />;
}

/** For any address: missing files are named by the check of content. The page shows a picture's real proportions. */
const pictureAt = (url: string) => ({ url, width: 1600, height: 900 });

/** The same HTML with the folder's own pictures: no server has them yet. */
const withFiles = (html: string, getAsset: PreviewProps['getAsset']): string =>
  html
    .replaceAll(/<link [^>]*>| srcset="[^"]*"/gi, '')
    .replaceAll(/ src="([^"]*)"/g, (_, path: string) => ` src="${getAsset(path)?.toString() ?? path}"`);
