import { expect, test } from '../../support/test';

test.describe('addresses without a page', () => {
  test('an unknown post says «Стаття не знайдена» and leads back to the posts', async ({ page }) => {
    await page.goto('/blog/nemaie-takoi');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Стаття не знайдена');
    await expect(page).toHaveTitle('Стаття не знайдена — Відлуння');
    await expect(page.getByRole('contentinfo')).toBeVisible();
    await page.getByRole('main').getByRole('link').click();
    await expect(page).toHaveURL('/#blog');
  });

  for (const address of ['/nemaie', '/blog', '/blog/a/b', '/index.php', '/%D1%97']) {
    test(`${address} answers 404 with the not-found page`, async ({ page }) => {
      const response = await page.goto(address);
      expect(response?.status()).toBe(404);
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Тут навіть луна мовчить');
      await expect(page).toHaveTitle('Сторінку не знайдено — Відлуння');
      await expect(page.getByRole('contentinfo')).toBeVisible();
    });
  }

  test('the not-found page leads home and to the blog', async ({ page }) => {
    await page.goto('/nemaie');
    await page.getByRole('main').getByRole('link', { name: 'До блогу' }).click();
    await expect(page).toHaveURL('/#blog');
    await expect(page.locator('#blog').getByRole('heading', { level: 2 })).toBeInViewport();
    await page.goBack();
    await page.getByRole('main').getByRole('link', { name: 'На головну' }).click();
    await expect(page).toHaveURL('/');
    await expect(page.getByRole('heading', { level: 1, name: 'Гукнемо' })).toBeInViewport();
  });
});
