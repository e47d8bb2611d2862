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

test('what one visitor typed is on nobody else’s page, however many ask at once', async ({ shared }) => {
  const send = (name: string) =>
    fetch(`${shared.url}/api/contact`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ name, email: 'a@example.com', phone: '', message: 'Текст' }).toString(),
    });
  const names = Array.from({ length: 30 }, (_, index) => `Відвідувачка-${String(index)}-кінець`);
  const [pages, rejected] = await Promise.all([
    Promise.all(names.map(async () => (await ask(shared.url)).body.toString())),
    Promise.all(
      names.map(async (name) => {
        const answer = await send(name);
        return { name, status: answer.status, html: await answer.text() };
      }),
    ),
  ]);
  const typed = (html: string) => [...new Set(html.match(/Відвідувачка-\d+-кінець/g))];
  expect(pages.flatMap(typed)).toEqual([]);
  for (const { name, status, html } of rejected) {
    expect(status).toBe(422);
    expect(typed(html)).toEqual([name]);
  }
});
