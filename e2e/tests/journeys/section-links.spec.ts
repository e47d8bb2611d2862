import { SECTION_IDS } from '@vidlunnia/contracts';
import type { Locator } from '@playwright/test';
import { softExpect as expect, test } from '../../support/test';
import { markDocument, openHome, openInside, untilHomeIsWhole, wasReloaded } from '../../support/pages';
import { holdResponses } from '../../support/requests';

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
  const ids = SECTION_IDS.slice(1);
  await openHome(page);
  await markDocument(page);

  await test.step('scrolling marks them; at the top none is marked', async () => {
    await expect(current).toHaveCount(0);
    for (const id of ids) {
      await page.locator(`#${id}`).evaluate((section) => {
        section.scrollIntoView({ block: 'start', behavior: 'instant' });
      });
      await expect(current).toHaveAttribute('href', `#${id}`);
    }
  });

  const follow = async (id: string) => {
    const link = nav.locator(`[href="#${id}"]`);
    await link.click();
    await expect(page).toHaveURL(`/#${id}`);
    await expectAtTop(page.locator(`#${id}`));
    await expect(link).toHaveAttribute('aria-current', 'location');
    await expect(current).toHaveCount(1);
  };
  await test.step('a click leads to a section and marks its link', async () => {
    for (const id of ids) await follow(id);
  });

  await test.step('each click is a step in history', async () => {
    await follow('team');
    await follow('services');
    await page.goBack();
    await expect(page).toHaveURL('/#team');
    await expectAtTop(page.locator('#team'));
  });

  await test.step('a second click works after the visitor has scrolled away', async () => {
    await follow('team');
    await page.mouse.wheel(0, 3000);
    await expect(page.locator('#team')).not.toBeInViewport();
    await follow('team');
  });

  expect(await wasReloaded(page)).toBe(false);
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

test('sections that are laid out later move nothing that a visitor sees', async ({ page }) => {
  // With reduced motion nothing is laid out later.
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  const isLaidOut = (id: string) =>
    page.locator(`#${id}-title`).evaluate((title) => title.checkVisibility({ contentVisibilityAuto: true }));
  const topOf = (id: string) =>
    page.locator(`#${id}`).evaluate((element) => Math.round(element.getBoundingClientRect().top));

  await test.step('all are laid out soon', async () => {
    // Noted in the second frame, because a busy machine may take longer to load than the parts wait.
    await page.addInitScript(() => {
      const note = () => {
        const title = document.getElementById('contact-title');
        Object.assign(window, { wasLaidOut: title?.checkVisibility({ contentVisibilityAuto: true }) });
      };
      addEventListener('DOMContentLoaded', () => requestAnimationFrame(() => requestAnimationFrame(note)));
    });
    await page.goto('/');
    await expect.poll(() => page.evaluate(() => Reflect.get(window, 'wasLaidOut') as unknown)).toBe(false);
    await expect.poll(() => isLaidOut('contact')).toBe(true);
    await expect(page.locator('html[data-skips]')).toHaveCount(0);
  });

  await test.step('a reload returns to the same place', async () => {
    await page.locator('#team').evaluate((section) => {
      section.scrollIntoView({ block: 'start', behavior: 'instant' });
    });
    const before = await topOf('team');
    await page.reload();
    await expect.poll(() => topOf('team')).toBe(before);
  });

  await test.step('a visit that begins at a section lays out everything at once, and the section stays in place', async () => {
    await page.goto('/privacy');
    await page.evaluate(() => {
      sessionStorage.clear();
    });
    await page.goto('/#contact');
    expect(await isLaidOut('team')).toBe(true);
    await expectAtTop(page.locator('#contact'));
    const before = await topOf('contact');
    await expect(page.locator('html[data-skips]')).toHaveCount(0);
    expect(await topOf('contact')).toBe(before);
  });
});
