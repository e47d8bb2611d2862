import { EventEmitter, once } from 'node:events';
import { breakFiles, entryOf, FAULTS } from '../../support/faults';
import { openInside } from '../../support/inside';
import { RELEASE_SET } from '../../support/releases';
import { expect, test } from '../../support/test';
import { expectFailed, RETRY, retryButton, RETRYING } from './expectations';
import { FORMS, ISLANDS_OF_HOME } from './islands-of-home';

test('each island is tried by itself; meanwhile its button says so and takes no second press', async ({
  page,
}) => {
  const mend = await breakFiles(page, entryOf('home'), FAULTS.missing);
  await openInside(page);
  await expectFailed(page, 'home');
  mend();

  let questions = 0;
  const held = new EventEmitter();
  await page.route(RELEASE_SET, async (route) => {
    questions += 1;
    await once(held, 'end');
    await route.continue();
  });
  const team = page.locator('section#team');
  await team.getByRole('button', { name: RETRY }).click();
  const trying = team.getByRole('button', { name: RETRYING });
  await expect(trying).toHaveAttribute('aria-disabled', 'true');
  await trying.press('Enter');
  held.emit('end');

  await expect(team.getByRole('heading', { level: 2 })).toBeVisible();
  await expect(page.getByText('Розділ завантажено')).toHaveRole('status');
  expect(questions).toBe(1);
  await expect(page.getByRole('button', { name: RETRY })).toHaveCount(ISLANDS_OF_HOME.home.length - 1);
});

test('who retries by keyboard is not thrown back to the top of the page', async ({ page }) => {
  const mend = await breakFiles(page, entryOf('forms'), FAULTS.missing);
  await openInside(page);
  await expectFailed(page, 'forms');
  mend();
  await retryButton(page, FORMS.contactForm).press('Enter');
  await expect(FORMS.contactForm.whole(page)).toBeVisible();
  await page.keyboard.press('Tab');
  const focused = page.locator('section#contact :focus');
  await expect(focused).toHaveCount(1);
});

test('the post page without its remote keeps its header, footer and title, and recovers', async ({
  page,
}) => {
  const mend = await breakFiles(page, entryOf('blog'), FAULTS.missing);
  const posts = (await (await page.request.get('/api/blog')).json()) as { id: string; title: string }[];
  const [post] = posts;
  if (!post) throw new Error('There are no posts');
  await openInside(page, `/blog/${post.id}`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Стаття не завантажилася');
  await expect(page).toHaveTitle('Стаття не завантажилася — Відлуння');
  await expect(page.getByRole('main').getByRole('link', { name: '+380 43 000 00 00' })).toBeVisible();
  await expect(page.getByRole('banner').getByRole('link', { name: 'На головну' }).last()).toBeVisible();
  await expect(page.getByRole('contentinfo')).toBeVisible();
  mend();
  await page.getByRole('button', { name: RETRY }).click();
  await expect(page.getByRole('heading', { level: 1, name: post.title })).toBeVisible();
});
