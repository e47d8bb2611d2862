import { sampleContent } from '../../support/content';
import { expect, test } from '../../support/lone-shell';
import { ask } from '../../support/raw-http';

const POSTS = 60;
const ROUNDS = 4;

test('many posts asked for at once: each answer is its own post and no other', async ({ lone }) => {
  lone.api.content = sampleContent(POSTS);
  const ids = lone.api.content.posts.map(({ id }) => id);
  await lone.start();
  const asked = Array.from({ length: ROUNDS }, () => ids).flat();
  const answers = await Promise.all(
    asked.map(async (id) => ({ id, answer: await ask(`${lone.url}/blog/${id}`) })),
  );
  const wrong = answers.filter(({ id, answer: { status, body } }) => {
    const found = new Set(body.toString().match(/stattia-\d+-kinets/g));
    return status !== 200 || found.size !== 1 || !found.has(id);
  });
  expect(wrong.map(({ id, answer }) => `${id}: ${String(answer.status)}`)).toEqual([]);
});

test('what one visitor typed is on nobody else’s page, however many ask at once', async ({ lone }) => {
  await lone.start();
  lone.api.submissionStatus = 422;
  const send = (name: string) =>
    fetch(`${lone.url}/api/contact`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ name, email: 'a@example.com', phone: '1', message: 'Текст' }).toString(),
    });
  const names = Array.from({ length: 30 }, (_, index) => `Відвідувачка-${String(index)}-кінець`);
  const [pages, refused] = await Promise.all([
    Promise.all(names.map(async () => (await ask(lone.url)).body.toString())),
    Promise.all(names.map(async (name) => ({ name, html: await (await send(name)).text() }))),
  ]);
  const typed = (html: string) => [...new Set(html.match(/Відвідувачка-\d+-кінець/g))];
  expect(pages.flatMap(typed)).toEqual([]);
  for (const { name, html } of refused) expect(typed(html)).toEqual([name]);
});
