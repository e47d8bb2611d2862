import { expect, test } from '@jest/globals';
import { contentFolder } from '../../src/config/package-root';
import { readContent } from '../../src/content/content';
import { nextPosts } from '../../src/content/next-posts';

test('after a post come those of its category, then earlier ones, then the newest', async () => {
  const { posts } = await readContent(contentFolder);
  const after = (id: string) =>
    posts.filter((post) => post.id === id).flatMap((post) => nextPosts(post, posts).map((next) => next.id));
  expect(after('piat-kaviaren')).toEqual(['menshe-zaiavok-bilshe-patsiientiv', 'rozsylka-zamist-znyzhok']);
  expect(after('zvit-na-odnu-storinku')).toEqual(['menshe-zaiavok-bilshe-patsiientiv', 'zlyi-komentar']);
  // The last of its kind goes on with the newest.
  expect(after('testove-na-dvi-hodyny')).toEqual([posts[0]?.id, posts[1]?.id]);
});

test('a post alone has none after it', async () => {
  const [post] = (await readContent(contentFolder)).posts;
  expect(post && nextPosts(post, [post])).toEqual([]);
});
