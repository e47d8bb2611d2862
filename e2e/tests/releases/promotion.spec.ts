import { expect, test } from '../../support/lone-shell';
import { startReading, untilPromoted } from '../../support/releases';
import { untilLinksAreLive } from '../../support/pages';

const POST = '/blog/stattia-1-kinets';
const VERSIONS = ['cccccccccccc', 'dddddddddddd'];

test('two teams release while visitors read and the third team’s origin is down: no page fails or mixes releases', async ({
  lone,
}) => {
  await lone.start();
  const post = startReading(lone.url + POST, 'Вміст stattia-1-kinets');
  const home = startReading(lone.url, 'Уривок stattia-1-kinets');
  await lone.teams.forms.stop();
  for (const version of VERSIONS) {
    lone.teams.blog.release(version);
    lone.teams.home.release(version);
    await untilPromoted(lone.url, 'blog', version);
    await untilPromoted(lone.url, 'home', version);
  }
  await expect.poll(() => Math.min(post.read(), home.read())).toBeGreaterThan(20);
  expect([...(await post.stop()), ...(await home.stop())]).toEqual([]);
});

test('a tab that was opened before a release keeps its own release and loads more of it', async ({
  page,
  lone,
}) => {
  await lone.start();
  const before = lone.teams.blog.current();
  const scripts: string[] = [];
  page.on('request', (request) => {
    const version = /\/remotes\/blog\/(\w+)\/.*post.*\.js/.exec(request.url())?.[1];
    if (version !== undefined) scripts.push(version);
  });
  await page.goto(lone.url);
  const link = page.locator('#blog').getByRole('link').first();
  await expect(link).toBeVisible();
  await untilLinksAreLive(page);
  expect(scripts).toEqual([]);

  for (const version of VERSIONS) {
    lone.teams.blog.release(version, (_, text) => text.replaceAll('Назад', 'Далі'));
    await untilPromoted(lone.url, 'blog', version);
  }
  // Only the shell's copy is left.
  await lone.teams.blog.stop();
  await link.click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Заголовок stattia/);
  await expect(page.getByText(/^Вміст stattia/)).toBeVisible();
  expect(new Set(scripts)).toEqual(new Set([before]));
});
