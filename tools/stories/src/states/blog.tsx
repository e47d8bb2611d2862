import { archiveOf, PAGE_SIZE } from '@vidlunnia/mfe-blog/src/archive/post-archive';
import { exposes } from '@vidlunnia/mfe-blog/src/exposes';
import { samplePost, sampleSummaries } from '@vidlunnia/mfe-blog/src/testing/samples';
import type { PostSummary } from '@vidlunnia/contracts';
import type { SectionStories } from './section-stories';
import { LONG_TEXT } from './story';

const Archive = exposes.Archive.default;
const Post = exposes.Post.default;
const Teaser = exposes.Teaser.default;

const COVER = 'data:image/svg+xml,%3Csvg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 9"/%3E';
const postsOf = (count: number): PostSummary[] =>
  sampleSummaries(count).map((post) => ({ ...post, image_url: COVER }));
const longPosts = postsOf(3).map((post) => ({
  ...post,
  title: LONG_TEXT,
  excerpt: LONG_TEXT,
  category: LONG_TEXT,
  author: LONG_TEXT,
}));

const CELLS = `<td>${'<td>12 345 ₴</td>'.repeat(7)}</td>`;
const CONTENT =
  '<h2>Навіщо</h2><p>Щоб <strong>знати</strong>, а не <a href="/#services">гадати</a>.</p>' +
  '<ul><li>раз</li><li>два</li></ul><blockquote><p>Луна відповідає завжди.</p></blockquote>' +
  `<pre><code>1 &lt; 2</code></pre><table><tbody><tr>${CELLS}</tr></tbody></table>`;
const post = samplePost({ image_url: COVER, content: CONTENT, next: postsOf(2) });

export const BLOG = {
  'blog/Teaser': {
    empty: <Teaser data={[]} />,
    one: <Teaser data={postsOf(1)} />,
    many: <Teaser data={postsOf(3)} />,
    'long text': <Teaser data={longPosts} />,
  },
  'blog/Archive': {
    empty: <Archive data={archiveOf([], { page: 1 })} />,
    one: <Archive data={archiveOf(postsOf(1), { page: 1 })} />,
    many: <Archive data={archiveOf(postsOf(3 * PAGE_SIZE), { page: 2 })} />,
    'long text': <Archive data={archiveOf(longPosts, { page: 1 })} />,
    error: <Archive data={null} />,
  },
  'blog/Post': {
    usual: <Post data={post} />,
    'long text': <Post data={{ ...post, title: LONG_TEXT, category: LONG_TEXT, author: LONG_TEXT }} />,
    error: <Post data={null} />,
  },
} as const satisfies SectionStories<'blog'>;
