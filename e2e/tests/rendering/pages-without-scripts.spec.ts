import { SECTION_IDS, TEASER_POSTS, type PostSummary } from '@vidlunnia/contracts';
import { expect, test } from '../../support/test';

test.use({ javaScriptEnabled: false });

// Their texts, which scripts leave as they are: journeys/read-home-page.spec.ts, journeys/read-posts.spec.ts.

test('the home page has every section and nothing that waits for a script', async ({ page }) => {
  await page.goto('/');
  const ids = await page.locator('main section[id]').evaluateAll((sections) => sections.map(({ id }) => id));
  expect(ids).toEqual([...SECTION_IDS]);
  await expect(page.locator('#services').getByRole('heading', { level: 3 }).first()).toBeVisible();
  await expect(page.locator('#blog').getByRole('article')).toHaveCount(TEASER_POSTS);
  await expect(page.getByText('Завантажуємо')).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Спробувати ще раз' })).toHaveCount(0);
});

test('links lead on: to a post, back to the posts, to a section, on a small screen too @core', async ({
  page,
}) => {
  await page.goto('/');
  const card = page.locator('#blog').getByRole('article').first();
  const title = await card.getByRole('heading').innerText();
  await card.getByRole('link').click();
  await expect(page).toHaveURL(/\/blog\/[\w-]+$/);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);
  await page.getByRole('link', { name: 'Назад до статей' }).click();
  await expect(page).toHaveURL('/#blog');
  await expect(page.locator('#blog').getByRole('heading', { level: 2 })).toBeInViewport();
  await page.locator('#hero').getByRole('link', { name: 'Почати проєкт' }).click();
  await expect(page).toHaveURL('/#contact');
  await expect(page.locator('#contact-form')).toBeInViewport();
  // On a small screen, where the menu would need its script.
  await page.setViewportSize({ width: 390, height: 844 });
  const links = page.getByRole('contentinfo').getByRole('navigation').getByRole('link');
  await links.filter({ hasText: 'Команда' }).click();
  await expect(page).toHaveURL('/#team');
});

test('from the teaser to all posts, from there to a post, and on to the next one', async ({ page }) => {
  await page.goto('/');
  await page.locator('#blog').getByRole('link', { name: 'Усі статті' }).click();
  await expect(page).toHaveURL('/blog');
  const posts = (await (await page.request.get('/api/blog')).json()) as PostSummary[];
  await expect(page.getByRole('main').getByRole('heading', { level: 2 })).toHaveCount(posts.length);
  await page.getByRole('link', { name: posts[0]?.title ?? '' }).click();
  const next = page.getByRole('region', { name: 'Далі читайте' });
  await expect(next.getByRole('heading', { level: 3 })).toHaveCount(2);
  const title = await next.getByRole('heading', { level: 3 }).first().innerText();
  await next
    .getByRole('link', { name: /^Читати далі/ })
    .first()
    .click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test('the sections are linked where the menu would need a script to close', async ({ page }) => {
    await page.goto('/');
    const header = page.getByRole('banner');
    await expect(header.getByRole('button')).toHaveCount(0);
    const links = header.getByRole('navigation').getByRole('link');
    await expect(links).toHaveCount(SECTION_IDS.length - 1);
    await links.getByText('Контакти').click();
    await expect(page).toHaveURL('/#contact');
    await expect(page.locator('#contact')).toBeInViewport();
    await expect(page.getByRole('dialog')).toHaveCount(0);
  });
});
