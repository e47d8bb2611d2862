import { FORM_IDS, SECTION_IDS, type SectionId } from '@vidlunnia/shared/contracts';
import type { Locator, Page } from '@playwright/test';
import { Form } from '../../support/form';
import { holdAnswer } from '../../support/held-answer';
import { openHome, untilHomeIsWhole } from '../../support/home-page';
import { openInside, untilLinksAreLive } from '../../support/inside';
import { mark, wasReloaded } from '../../support/reloads';
import { expect, test } from '../../support/test';

const LINKS: Readonly<Record<string, SectionId>> = {
  'Про нас': 'about',
  Послуги: 'services',
  'Чому ми': 'reasons',
  Команда: 'team',
  Вакансії: 'vacancies',
  Блог: 'blog',
  Контакти: 'contact',
};

const mainNav = (page: Page) => page.getByRole('navigation', { name: 'Головна навігація' });

/** Waits until the start of a target stands at the top of the window, below what may stick to it. */
async function expectAtTop(target: Locator): Promise<void> {
  const topOf = () => target.evaluate((element) => Math.round(element.getBoundingClientRect().top));
  // The last section is shorter than a tall window: then the page’s end is as far as it goes.
  const isAtEnd = () =>
    target.evaluate(() => window.scrollY + window.innerHeight >= document.documentElement.scrollHeight - 2);
  await expect
    .poll(async () => {
      const top = await topOf();
      return (top >= -1 && top <= 140) || (top > 0 && (await isAtEnd()));
    })
    .toBe(true);
}

test.describe('the header’s links', () => {
  test('lead to their sections, which are then marked as current', async ({ page }) => {
    await openHome(page);
    await mark(page);
    await expect(mainNav(page).getByRole('link')).toHaveText(Object.keys(LINKS));
    for (const [text, id] of Object.entries(LINKS)) {
      const link = mainNav(page).getByRole('link', { name: text });
      await link.click();
      await expect(page).toHaveURL(`/#${id}`);
      await expectAtTop(page.locator(`#${id}`));
      await expect(link).toHaveAttribute('aria-current', 'location');
      await expect(mainNav(page).locator('[aria-current]')).toHaveCount(1);
    }
    expect(await wasReloaded(page)).toBe(false);
  });

  test('are marked by scrolling too, and none at the top', async ({ page }) => {
    await openHome(page);
    await expect(mainNav(page).locator('[aria-current]')).toHaveCount(0);
    for (const id of SECTION_IDS.slice(1)) {
      await page.locator(`#${id}`).evaluate((section) => {
        section.scrollIntoView({ block: 'start', behavior: 'instant' });
      });
      await expect(mainNav(page).locator('[aria-current]')).toHaveAttribute('href', `#${id}`);
    }
  });

  test('leave every step in history', async ({ page }) => {
    await openHome(page);
    await mainNav(page).getByRole('link', { name: 'Команда' }).click();
    await expectAtTop(page.locator('#team'));
    await mainNav(page).getByRole('link', { name: 'Послуги' }).click();
    await expectAtTop(page.locator('#services'));
    await page.goBack();
    await expect(page).toHaveURL('/#team');
    await expectAtTop(page.locator('#team'));
  });

  test('work a second time after the visitor has scrolled away', async ({ page }) => {
    await openHome(page);
    const link = mainNav(page).getByRole('link', { name: 'Команда' });
    await link.click();
    await expectAtTop(page.locator('#team'));
    await page.mouse.wheel(0, 3000);
    await expect(page.locator('#team')).not.toBeInViewport();
    await link.click();
    await expectAtTop(page.locator('#team'));
  });
});

test.describe('the buttons of the first screen', () => {
  test('«Почати проєкт» leads to the contact form', async ({ page }) => {
    await openHome(page);
    await page.locator('#hero').getByRole('link', { name: 'Почати проєкт' }).click();
    await expect(page).toHaveURL('/#contact');
    await expectAtTop(page.locator('#contact'));
    await expect(page.locator(`#${FORM_IDS.contact}`)).toBeInViewport();
  });

  test('«Почати проєкт» of the header does too', async ({ page }) => {
    await openHome(page);
    await page.getByRole('banner').getByRole('link', { name: 'Почати проєкт' }).click();
    await expect(page).toHaveURL('/#contact');
    await expectAtTop(page.locator('#contact'));
  });

  test('«Наші кейси» leads to the blog', async ({ page }) => {
    await openHome(page);
    await page.locator('#hero').getByRole('link', { name: 'Наші кейси' }).click();
    await expect(page).toHaveURL('/#blog');
    await expectAtTop(page.locator('#blog'));
  });
});

test.describe('«Відгукнутися»', () => {
  test('leads to the application form with that position chosen', async ({ page }) => {
    await openHome(page);
    const form = new Form(page, 'application');
    for (const position of ['Адміністратор/ка соцмереж', 'Менеджер/ка підтримки клієнтів']) {
      await page.getByRole('link', { name: `Відгукнутися на вакансію: ${position}` }).click();
      await expect(form.choice).toHaveValue(position);
      await expect(form.field('name')).toBeFocused();
      await expect(form.field('name')).toBeInViewport();
      expect((await form.values())['position']).toBe(position);
    }
  });

  test('keeps what was filled in and goes on to the first empty field', async ({ page }) => {
    await openHome(page);
    const form = new Form(page, 'application');
    await form.fill({ name: 'Оля', email: 'olia@example.com' });
    await page.getByRole('link', { name: /Відгукнутися на вакансію: Менеджер\/ка з продажу/ }).click();
    await expect(form.field('phone')).toBeFocused();
    await expect(form.field('name')).toHaveValue('Оля');
    await expect(form.choice).toHaveValue(/^Менеджер\/ка з\sпродажу/);
  });
});

test.describe('links to sections from elsewhere', () => {
  test('the footer of a post leads to the home page’s sections', async ({ page }) => {
    await page.goto('/blog/piat-kaviaren');
    await untilLinksAreLive(page);
    await mark(page);
    const links = page.getByRole('contentinfo').getByRole('link');
    await links.filter({ hasText: 'Команда' }).click();
    await expect(page).toHaveURL('/#team');
    await untilHomeIsWhole(page);
    await expectAtTop(page.locator('#team'));
    expect(await wasReloaded(page)).toBe(false);
  });

  for (const id of ['contact', 'vacancies'] as const) {
    test(`/#${id} opened directly ends at its section`, async ({ page }) => {
      await page.goto(`/#${id}`);
      await expectAtTop(page.locator(`#${id}`));
      await untilHomeIsWhole(page);
      await expectAtTop(page.locator(`#${id}`));
      await expect(page).toHaveURL(`/#${id}`);
    });

    test(`/#${id} opened inside the site ends at its section though parts arrive late`, async ({ page }) => {
      const held = await holdAnswer(page, /\/api\/(services|blog)$/);
      await openInside(page, `/#${id}`);
      await expectAtTop(page.locator(`#${id}`));
      const before = await page.evaluate(() => document.documentElement.scrollHeight);
      held.release();
      await untilHomeIsWhole(page);
      await expect.poll(() => page.evaluate(() => document.documentElement.scrollHeight)).not.toBe(before);
      await expectAtTop(page.locator(`#${id}`));
      await expect(page).toHaveURL(`/#${id}`);
    });
  }

  test('a late part moves nobody who has taken over', async ({ page }) => {
    const held = await holdAnswer(page, /\/api\/blog$/);
    await openInside(page, '/#contact');
    await expectAtTop(page.locator('#contact'));
    await page.mouse.move(400, 400);
    await page.mouse.wheel(0, -30_000);
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0);
    held.release();
    await untilHomeIsWhole(page);
    expect(await page.evaluate(() => window.scrollY)).toBe(0);
  });
});

test.describe('the skip link', () => {
  for (const address of ['/', '/blog/piat-kaviaren', '/nemaie']) {
    test(`on ${address} is the first stop, is seen, and leads past the header`, async ({ page }) => {
      await page.goto(address);
      await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible();
      const skip = page.getByRole('link', { name: 'Перейти до вмісту' });
      await page.keyboard.press('Tab');
      await expect(skip).toBeFocused();
      await expect(skip).toBeInViewport();
      await page.keyboard.press('Enter');
      await expect(page.getByRole('main')).toBeFocused();
      await page.keyboard.press('Tab');
      expect(await page.evaluate(() => document.activeElement?.closest('main') !== null)).toBe(true);
    });
  }
});
