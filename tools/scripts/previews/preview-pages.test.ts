import { expect, test } from '@jest/globals';
import { readContent } from '@vidlunnia/api/src/content/content';
import { API_CONTENT } from '../content-check';
import { previewPages } from './preview-pages';

test('a link preview does not contain markup of a title', async () => {
  const content = await readContent(API_CONTENT);
  const posts = content.posts.map((post) => ({ ...post, title: '</div><script>1</script> & $&' }));
  for (const [id, page] of await previewPages({ ...content, posts }))
    if (id !== 'home') expect(page).toContain('&lt;/div>&lt;script>1&lt;/script> &amp; $&amp;');
});
