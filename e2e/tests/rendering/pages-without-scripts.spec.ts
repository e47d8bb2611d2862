import { SECTION_IDS } from '@vidlunnia/contracts';
import { expect, test } from '../../support/test';

test.use({ javaScriptEnabled: false, viewport: { width: 390, height: 844 } });

// Sections: platform/engine/rendering/page-renderer.test.tsx. Links of posts: mfe-blog/src.
test('on a phone, the header links to the sections; the menu is hidden, because closing it needs a script', async ({
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
  // A post leads back to the posts of the home page.
  await page.locator('#blog').getByRole('article').getByRole('link').first().click();
  await expect(page.getByRole('article').getByRole('heading', { level: 1 })).toBeVisible();
  await page.getByRole('link', { name: 'Назад до статей' }).click();
  await expect(page).toHaveURL('/#blog');
  await expect(page.locator('#blog').getByRole('heading', { level: 2 })).toBeInViewport();
});
