import { expect, test } from '../../support/lone-shell';
import { ask, type Answer } from '../../support/raw-http';

const POST = '/blog/stattia-1-kinets';

const text = ({ body }: Answer) => body.toString();

const expectNotKept = ({ headers }: Answer) => {
  expect(headers['cache-control']).toMatch(/^(?:private, no-cache|no-store)$/);
};

// An API that fails, in whole or in part: shell/src/rendering/page-renderer.test.tsx.
test('while the API hangs, pages come without its data and are not kept; when it responds again, they are whole', async ({
  lone,
}) => {
  const get = (address: string) => ask(lone.url + address);
  lone.api.hangs = true;
  await lone.start();
  const [home, post, unknown, feed] = await Promise.all([
    get('/'),
    get(POST),
    get('/nemaie'),
    get('/rss.xml'),
  ]);

  expect(home.status).toBe(200);
  for (const id of ['hero', 'services', 'vacancies', 'blog', 'contact'])
    expect(text(home)).toContain(`<section id="${id}"`);
  expect(text(home)).toContain('id="contact-form"');
  expect(text(home)).not.toContain('Послуга А');
  // Specification, section 8: nothing is shown to the visitor.
  expect(text(home)).not.toMatch(/не завантажи|Спробувати ще раз|Завантажуємо/);
  expect(post.status).toBe(503);
  expect(text(post)).toContain('Стаття не знайдена');
  expect([unknown.status, feed.status]).toEqual([404, 503]);
  for (const answer of [home, post, feed]) expectNotKept(answer);

  lone.api.hangs = false;
  expect(text(await get('/'))).toContain('Послуга А');
  expect(text(await get('/'))).toContain('Уривок stattia-1-kinets');
  expect(text(await get(POST))).toContain('Вміст stattia-1-kinets');
});
