import { contact } from '../../content/owner.json';
import { RELEASE_SET } from '../../support/releases';
import { breakFiles, entryOf, FAULTS, holdAnswer } from '../../support/requests';
import { expect, test } from '../../support/test';
import { openInside } from '../../support/pages';
import { expectFailed, ISLANDS_OF_HOME, RETRY, RETRYING } from './home-islands';

test('each island is retried alone; meanwhile its button says so and ignores a second press', async ({
  page,
}) => {
  const repair = await breakFiles(page, entryOf('home'), FAULTS.missing);
  await openInside(page);
  await expectFailed(page, 'home');
  repair();

  const held = await holdAnswer(page, RELEASE_SET);
  const team = page.locator('section#team');
  await team.getByRole('button', { name: RETRY }).click();
  const trying = team.getByRole('button', { name: RETRYING });
  await expect(trying).toHaveAttribute('aria-disabled', 'true');
  await trying.press('Enter');
  held.release();

  await expect(team.getByRole('heading', { level: 2 })).toBeVisible();
  await expect(page.getByText('Розділ завантажено')).toHaveRole('status');
  expect(held.requests).toHaveLength(1);
  await expect(page.getByRole('button', { name: RETRY })).toHaveCount(ISLANDS_OF_HOME.home.length - 1);
});

test('the post page without its remote keeps its header, footer and title, and recovers', async ({
  page,
}) => {
  const repair = await breakFiles(page, entryOf('blog'), FAULTS.missing);
  const posts = (await (await page.request.get('/api/blog')).json()) as { id: string; title: string }[];
  const [post] = posts;
  if (!post) throw new Error('There are no posts');
  await openInside(page, `/blog/${post.id}`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Стаття не завантажилася');
  await expect(page).toHaveTitle('Стаття не завантажилася — Відлуння');
  await expect(page.getByRole('main').getByRole('link', { name: contact.phone })).toBeVisible();
  await expect(page.getByRole('banner').getByRole('link', { name: 'На головну' }).last()).toBeVisible();
  await expect(page.getByRole('contentinfo')).toBeVisible();
  repair();
  await page.getByRole('button', { name: RETRY }).click();
  await expect(page.getByRole('heading', { level: 1, name: post.title })).toBeVisible();
});
