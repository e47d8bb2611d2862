import { SECTION_IDS, type SectionId } from '@vidlunnia/contracts';
import type { Locator } from '@playwright/test';
import { Form } from '../../support/form';
import { softExpect as expect, test } from '../../support/test';
import {
  markDocument,
  openHome,
  openInside,
  untilHomeIsWhole,
  untilLinksAreLive,
  wasReloaded,
} from '../../support/pages';
import { holdResponses } from '../../support/requests';

const LINKS: Readonly<Record<string, SectionId>> = {
  'Про нас': 'about',
  Послуги: 'services',
  'Чому ми': 'reasons',
  Команда: 'team',
  Вакансії: 'vacancies',
  Блог: 'blog',
  Контакти: 'contact',
};

/** Waits until a target is at the top of the window, below the sticky header. */
async function expectAtTop(target: Locator): Promise<void> {
  const topOf = () => target.evaluate((element) => Math.round(element.getBoundingClientRect().top));
  // The last section may be too short to reach the top of a tall window.
  const isAtEnd = () =>
    target.evaluate(() => window.scrollY + window.innerHeight >= document.documentElement.scrollHeight - 2);
  await expect
    .poll(async () => {
      const top = await topOf();
      return (top >= -1 && top <= 140) || (top > 0 && (await isAtEnd()));
    })
    .toBe(true);
}

test('the header’s links lead to their sections, are marked as current, and add to history', async ({
  page,
}) => {
  const nav = page.getByRole('navigation', { name: 'Головна навігація' });
  const current = nav.locator('[aria-current]');
  const linkTo = (text: string) => nav.getByRole('link', { name: text });
  await openHome(page);
  await markDocument(page);
  const links = nav.getByRole('link');
  const hrefs = () => links.evaluateAll((all) => all.map((link) => link.getAttribute('href')));
  expect(await hrefs()).toEqual(SECTION_IDS.slice(1).map((id) => `#${id}`));

  await test.step('scrolling marks them; at the top none is marked', async () => {
    await expect(current).toHaveCount(0);
    for (const id of SECTION_IDS.slice(1)) {
      await page.locator(`#${id}`).evaluate((section) => {
        section.scrollIntoView({ block: 'start', behavior: 'instant' });
      });
      await expect(current).toHaveAttribute('href', `#${id}`);
    }
  });

  await test.step('a click leads to a section and marks its link', async () => {
    for (const [text, id] of Object.entries(LINKS)) {
      await linkTo(text).click();
      await expect(page).toHaveURL(`/#${id}`);
      await expectAtTop(page.locator(`#${id}`));
      await expect(linkTo(text)).toHaveAttribute('aria-current', 'location');
      await expect(current).toHaveCount(1);
    }
  });

  await test.step('each click is a step in history', async () => {
    await linkTo('Команда').click();
    await expectAtTop(page.locator('#team'));
    await linkTo('Послуги').click();
    await expectAtTop(page.locator('#services'));
    await page.goBack();
    await expect(page).toHaveURL('/#team');
    await expectAtTop(page.locator('#team'));
  });

  await test.step('a second click works after the visitor has scrolled away', async () => {
    await linkTo('Команда').click();
    await expectAtTop(page.locator('#team'));
    await page.mouse.wheel(0, 3000);
    await expect(page.locator('#team')).not.toBeInViewport();
    await linkTo('Команда').click();
    await expectAtTop(page.locator('#team'));
  });

  expect(await wasReloaded(page)).toBe(false);
});

// A vacancy's link: rendering/forms-before-scripts.spec.ts. More of what the forms do: mfe-forms/src.
test('links of services lead to the contact form, choose the service, focus the first empty field, and keep typed text', async ({
  page,
}) => {
  await openHome(page);
  await untilLinksAreLive(page);
  await markDocument(page);
  const contact = new Form(page, 'contact');
  await contact.fill({ name: 'Оля', message: 'Гукаю' });
  for (const service of ['Лідогенерація', 'Аналітика']) {
    await page.getByRole('link', { name: `Запитати про послугу: ${service}`, exact: true }).click();
    await expect(contact.field('email')).toBeFocused();
    await contact.untilChoiceIsCombobox();
    await expect(contact.choice).toHaveValue(service);
    await expect(contact.field('email')).toBeInViewport();
  }
  await expect(page).toHaveURL('/?service=analytics#contact-form');
  await contact.expectValues({ name: 'Оля', message: 'Гукаю', service_type: 'Аналітика' });
  expect(await wasReloaded(page)).toBe(false);
});

test('/#vacancies, opened directly, ends at its section', async ({ page }) => {
  await page.goto('/#vacancies');
  await expectAtTop(page.locator('#vacancies'));
  await untilHomeIsWhole(page);
  await expectAtTop(page.locator('#vacancies'));
  await expect(page).toHaveURL('/#vacancies');
});

// The last section, because every late island is above it.
test('/#contact, opened by a link of another page, ends at its section although islands arrive late; services and posts are requested in parallel (specification, section 7)', async ({
  page,
}) => {
  const held = await holdResponses(page, /\/api\/(services|blog\?limit=3)$/);
  await openInside(page, '/#contact');
  // Both responses are held back, so sequential requests would stop at the first.
  await expect.poll(() => held.requests.length).toBe(2);
  await expectAtTop(page.locator('#contact'));
  const before = await page.evaluate(() => document.documentElement.scrollHeight);
  held.release();
  await untilHomeIsWhole(page);
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollHeight)).not.toBe(before);
  await expectAtTop(page.locator('#contact'));
  await expect(page).toHaveURL('/#contact');
  expect(held.requests.map((request) => request.url().replace(/^.*(?=\/api\/)/, '')).sort()).toEqual([
    '/api/blog?limit=3',
    '/api/services',
  ]);
});
