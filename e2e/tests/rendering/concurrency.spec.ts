import { sampleContent } from '../../support/content';
import { expect, test } from '../../support/lone-shell';
import { ask } from '../../support/raw-http';

/** Fewer than may wait to be rendered. */
const POSTS = 30;
const ROUNDS = 5;

test.describe('a page that is asked for often', () => {
  // However slow the machine is, no page is made anew.
  test.use({ variables: { PAGE_FRESH_MS: '600000' } });

  test('many posts asked for at once: each answer is its own post and no other, the API is asked once for each', async ({
    lone,
  }) => {
    lone.api.content = sampleContent(POSTS);
    const ids = lone.api.content.posts.map(({ id }) => id);
    await lone.start();
    const before = lone.api.asked.length;
    const asked = Array.from({ length: ROUNDS }, () => ids).flat();
    const answers = await Promise.all(
      asked.map(async (id) => ({ id, answer: await ask(`${lone.url}/blog/${id}`) })),
    );
    const wrong = answers.filter(({ id, answer: { status, body } }) => {
      const found = new Set(body.toString().match(/stattia-\d+-kinets/g));
      return status !== 200 || found.size !== 1 || !found.has(id);
    });
    expect(wrong.map(({ id, answer }) => `${id}: ${String(answer.status)}`)).toEqual([]);
    expect(lone.api.asked.slice(before).sort()).toEqual(ids.map((id) => `/api/blog/${id}`).sort());
  });
});
