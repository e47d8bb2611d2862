import { expect, test } from '../../support/lone-shell';

const POST = '/blog/stattia-1-kinets';

const expectNotCached = ({ headers }: Response) => {
  expect(headers.get('cache-control')).toMatch(/^(?:private, no-cache|no-store)$/);
};

// An API that fails: shell/src/rendering/page-renderer.test.tsx.
test('while the API hangs, pages lack its data and are not cached; when it responds again, they are whole', async ({
  lone,
}) => {
  const get = (address: string) => fetch(lone.url + address);
  const textAt = async (address: string) => (await get(address)).text();
  lone.api.hangs = true;
  await lone.start();
  const [home, post, unknown, feed] = await Promise.all([
    get('/'),
    get(POST),
    get('/nemaie'),
    get('/rss.xml'),
  ]);

  expect(home.status).toBe(200);
  const html = await home.text();
  for (const id of ['hero', 'services', 'vacancies', 'blog', 'contact'])
    expect(html).toContain(`<section id="${id}"`);
  expect(html).toContain('id="contact-form"');
  expect(html).not.toContain('Послуга А');
  // Specification, section 8: visitors see no error.
  expect(html).not.toMatch(/не завантажи|Спробувати ще раз|Завантажуємо/);
  expect(post.status).toBe(503);
  expect(await post.text()).toContain('Стаття не знайдена');
  expect([unknown.status, feed.status]).toEqual([404, 503]);
  for (const response of [home, post, feed]) expectNotCached(response);

  lone.api.hangs = false;
  expect(await textAt('/')).toContain('Послуга А');
  expect(await textAt('/')).toContain('Уривок stattia-1-kinets');
  expect(await textAt(POST)).toContain('Вміст stattia-1-kinets');
});
