import { SECTION_IDS, TEASER_POSTS, type PostSummary } from '@vidlunnia/contracts';
import { expect, test } from '../../support/test';

test.use({ javaScriptEnabled: false });

test('the home page has every section without loading parts, and links to sections and posts', async ({
  page,
}) => {
  await page.goto('/');
  const ids = await page.locator('main section[id]').evaluateAll((sections) => sections.map(({ id }) => id));
  expect(ids).toEqual([...SECTION_IDS]);
  await expect(page.locator('#services').getByRole('heading', { level: 3 }).first()).toBeVisible();
  const cards = page.locator('#blog').getByRole('article');
  await expect(cards).toHaveCount(TEASER_POSTS);
  await expect(page.getByText('Завантажуємо')).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Спробувати ще раз' })).toHaveCount(0);

  const title = page.getByRole('heading', { level: 1 });
  const first = await cards.first().getByRole('heading').innerText();
  await cards.first().getByRole('link').click();
  await expect(page).toHaveURL(/\/blog\/[\w-]+$/);
  await expect(title).toHaveText(first);
  const next = page.getByRole('region', { name: 'Далі читайте' });
  await expect(next.getByRole('heading', { level: 3 })).toHaveCount(2);
  const second = await next.getByRole('heading', { level: 3 }).first().innerText();
  await next.getByRole('link', { name: `Читати далі: ${second}` }).click();
  await expect(title).toHaveText(second);
  await page.getByRole('link', { name: 'Назад до статей' }).click();
  await expect(page).toHaveURL('/#blog');
  await expect(page.locator('#blog').getByRole('heading', { level: 2 })).toBeInViewport();
  await page.locator('#hero').getByRole('link', { name: 'Почати проєкт' }).click();
  await expect(page).toHaveURL('/#contact');
  await expect(page.locator('#contact-form')).toBeInViewport();

  await page.locator('#blog').getByRole('link', { name: 'Усі статті' }).click();
  await expect(page).toHaveURL('/blog');
  const posts = (await (await page.request.get('/api/blog')).json()) as PostSummary[];
  await expect(page.getByRole('main').getByRole('heading', { level: 2 })).toHaveCount(posts.length);
  await page.getByRole('link', { name: posts[0]?.title ?? '' }).click();
  await expect(title).toHaveText(posts[0]?.title ?? '');
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test('header and footer link to the sections; the menu is hidden, because closing it needs a script', async ({
    page,
  }) => {
    await page.goto('/');
    const header = page.getByRole('banner');
    await expect(header.getByRole('button')).toHaveCount(0);
    const links = header.getByRole('navigation').getByRole('link');
    await expect(links).toHaveCount(SECTION_IDS.length - 1);
    await links.getByText('Контакти').click();
    await expect(page).toHaveURL('/#contact');
    await expect(page.locator('#contact')).toBeInViewport();
    await expect(page.getByRole('dialog')).toHaveCount(0);
    const footer = page.getByRole('contentinfo').getByRole('navigation');
    await footer.getByRole('link').filter({ hasText: 'Команда' }).click();
    await expect(page).toHaveURL('/#team');
  });
});
