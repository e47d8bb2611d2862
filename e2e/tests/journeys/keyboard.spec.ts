import { Form } from '../../support/form';
import { FORMS, sampleValues } from '../../support/form-facts';
import { openHome } from '../../support/home-page';
import { tabThrough, tabTo, type Stop } from '../../support/keyboard';
import { expect, test } from '../../support/test';
import { stopTime, toastsOf } from '../../support/toasts';

const partsInOrder = (stops: readonly Stop[]) =>
  stops.map(({ part }) => part).filter((part, index, parts) => part !== parts[index - 1]);

const unseen = (stops: readonly Stop[]) => stops.filter(({ seen, inWindow }) => !seen || !inWindow);

test.describe('Tab leads through', () => {
  for (const { width, height } of [
    { width: 1440, height: 900 },
    { width: 360, height: 740 },
  ]) {
    test(`the home page in its order, every stop seen, at ${String(width)} px`, async ({ page }) => {
      await page.setViewportSize({ width, height });
      await page.emulateMedia({ reducedMotion: 'reduce' });
      await openHome(page);
      const stops = await tabThrough(page);
      expect(unseen(stops)).toEqual([]);
      expect(partsInOrder(stops)).toEqual([
        'page',
        'header',
        'hero',
        'vacancies',
        'blog',
        'contact',
        'footer',
      ]);
      const fields = stops.map(({ name }) => name);
      const all = await page
        .locator(':is(a[href], button, input, textarea):visible:not([tabindex="-1"])')
        .count();
      expect(fields).toHaveLength(all);
    });
  }

  test('a post’s page in its order, every stop seen', async ({ page }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.goto('/blog/piat-kaviaren');
    await expect(page.getByRole('article')).toBeVisible();
    const stops = await tabThrough(page);
    expect(unseen(stops)).toEqual([]);
    expect(partsInOrder(stops)).toEqual(['page', 'header', 'page', 'footer']);
  });

  test('the not-found page in its order, every stop seen', async ({ page }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.goto('/nemaie');
    await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible();
    const stops = await tabThrough(page);
    expect(unseen(stops)).toEqual([]);
    expect(partsInOrder(stops)).toEqual(['page', 'header', 'page', 'footer']);
  });
});

test('a toast’s close button is reached by Tab', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.route(`**${FORMS.contact.path}`, (route) => route.fulfill({ status: 201 }));
  await stopTime(page);
  await openHome(page);
  const form = new Form(page, 'contact');
  await form.fill(sampleValues('contact'));
  await form.button.press('Enter');
  await expect(toastsOf(page)).toBeVisible();
  await tabTo(toastsOf(page).getByRole('button', { name: 'Закрити сповіщення' }));
  await page.keyboard.press('Enter');
  await expect(toastsOf(page)).toHaveCount(0);
});

test('a post is opened and left without a mouse', async ({ page }) => {
  await openHome(page);
  const link = page.locator('#blog').getByRole('link').nth(1);
  await tabTo(link);
  await expect(link).toBeInViewport();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('article').getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByRole('main')).toBeFocused();
  await tabTo(page.getByRole('link', { name: 'Назад до статей' }));
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/');
  await expect(link).toBeInViewport();
});
