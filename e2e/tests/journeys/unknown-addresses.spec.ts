import { expect, test } from '../../support/test';

// Which addresses have no page: shell/server/app.test.ts.
test('an unknown post and the not-found page say what they are and lead back into the site', async ({
  page,
}) => {
  const heading = page.getByRole('heading', { level: 1 });
  const main = page.getByRole('main');

  expect((await page.goto('/blog/nemaie-takoi'))?.status()).toBe(404);
  await expect(heading).toHaveText('Стаття не знайдена');
  await expect(page).toHaveTitle('Стаття не знайдена — Відлуння');
  await expect(page.getByRole('contentinfo')).toBeVisible();
  await main.getByRole('link').click();
  await expect(page).toHaveURL('/#blog');

  expect((await page.goto('/nemaie'))?.status()).toBe(404);
  await expect(heading).toHaveText('Тут навіть луна мовчить');
  await expect(page).toHaveTitle('Сторінку не знайдено — Відлуння');
  await expect(page.getByRole('contentinfo')).toBeVisible();
  await main.getByRole('link', { name: 'До блогу' }).click();
  await expect(page).toHaveURL('/blog');
  await expect(heading).toHaveText('Усе, що ми написали');
  await page.goBack();
  await main.getByRole('link', { name: 'На головну' }).click();
  await expect(page).toHaveURL('/');
  await expect(page.getByRole('heading', { level: 1, name: 'Гукнемо' })).toBeInViewport();
});
