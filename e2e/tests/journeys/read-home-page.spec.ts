import { SECTION_IDS, TEASER_POSTS, type PostSummary, type Service } from '@vidlunnia/contracts';
import { softExpect as expect, test } from '../../support/test';
import { holdAnswer } from '../../support/requests';
import { openHome, openInside, untilHomeIsWhole } from '../../support/pages';

// Texts that no API gives: the unit tests of mfe-home, and tree.spec.ts.
test('the home page has every section, services, posts and pictures (specification, section 2) @core', async ({
  page,
  request,
}) => {
  await openHome(page);

  await test.step('every section in the specified order', async () => {
    const ids = await page
      .getByRole('main')
      .locator('section[id]')
      .evaluateAll((sections) => sections.map(({ id }) => id));
    expect(ids).toEqual([...SECTION_IDS]);
  });

  await test.step('services: all that the API has, with a price only where there is one', async () => {
    const response = await request.get('/api/services');
    const services = (await response.json()) as Service[];
    expect(services.some(({ price_from }) => price_from !== undefined)).toBe(true);
    expect(services.some(({ price_from }) => price_from === undefined)).toBe(true);

    const tiles = page
      .locator('#services')
      .getByRole('listitem')
      .filter({ has: page.getByRole('heading') });
    await expect(tiles).toHaveCount(services.length);
    for (const [index, service] of services.entries()) {
      const tile = tiles.nth(index);
      await expect(tile.getByRole('heading')).toHaveText(service.title);
      await expect(tile.getByText(service.description, { exact: true })).toBeVisible();
      await expect(tile.locator(`use[href="${service.icon_url}"]`)).toHaveCount(1);
      await expect(tile.getByRole('listitem')).toHaveText(service.features);
      const price = tile.getByText('₴');
      if (service.price_from === undefined) await expect(price).toHaveCount(0);
      else await expect(price).toHaveText(priceText(service.price_from));
    }

    const icons = page.locator('#services svg:has(use)');
    for (const icon of await icons.all()) {
      await icon.scrollIntoViewIfNeeded();
      await expect
        .poll(() => icon.evaluate((svg) => svg instanceof SVGGraphicsElement && svg.getBBox().width > 0))
        .toBe(true);
    }
  });

  await test.step('team: everybody’s photo', async () => {
    const photos = page.locator('#team').getByRole('img', { name: /\S/ });
    await expect(photos).not.toHaveCount(0);
    for (const photo of await photos.all()) {
      await photo.scrollIntoViewIfNeeded();
      await expect.poll(() => photo.evaluate(isDrawn)).toBe(true);
    }
  });

  await test.step('both forms in their sections', async () => {
    await expect(page.locator('#vacancies #application-form')).toBeVisible();
    await expect(page.locator('#contact #contact-form')).toBeVisible();
  });

  await test.step('blog teaser: the first three posts, each leading to its page', async () => {
    const response = await request.get('/api/blog');
    const posts = (await response.json()) as PostSummary[];
    expect(posts.length).toBeGreaterThan(TEASER_POSTS);

    const cards = page.locator('#blog').getByRole('article');
    await expect(cards).toHaveCount(TEASER_POSTS);
    for (const [index, post] of posts.slice(0, TEASER_POSTS).entries()) {
      const card = cards.nth(index);
      await expect(card.getByRole('heading')).toHaveText(post.title);
      await expect(card.getByText(post.excerpt, { exact: true })).toBeVisible();
      await expect(card.getByText(post.category, { exact: true })).toBeVisible();
      const link = card.getByRole('link');
      await expect(link).toHaveText('Читати далі');
      await expect(link).toHaveAttribute('href', `/blog/${post.id}`);
      const cover = card.locator('img');
      await expect(cover).toHaveAttribute('src', post.image_url);
      await cover.scrollIntoViewIfNeeded();
      await expect.poll(() => cover.evaluate(isDrawn)).toBe(true);
    }
  });

  // Columns, links and contacts: tree.spec.ts.
  await test.step('footer: social buttons name the agency and are marked as its own', async () => {
    const social = page.getByRole('list', { name: 'Ми в соцмережах' }).getByRole('link');
    await expect(social).toHaveCount(4);
    for (const button of await social.all()) {
      await expect(button).toHaveAccessibleName(/«Відлуння»/);
      await expect(button).toHaveAttribute('rel', 'me');
    }
  });
});

test('services and posts are asked for in parallel (specification, section 7)', async ({ page }) => {
  const held = await holdAnswer(page, /\/api\/(services|blog\?limit=3)$/);
  await openInside(page);
  // Neither is answered before both were asked for: one after the other would wait here for ever.
  await expect.poll(() => held.requests.length).toBe(2);
  held.release();
  await untilHomeIsWhole(page);
  expect(held.requests.map((request) => request.url().replace(/^.*(?=\/api\/)/, '')).sort()).toEqual([
    '/api/blog?limit=3',
    '/api/services',
  ]);
});

/** `14000` → `від 14 000 ₴`, with no-break spaces or others. */
const priceText = (price: number) =>
  new RegExp(`^від\\s${String(price).replace(/\B(?=(\d{3})+$)/g, '\\s')}\\s₴$`);

const isDrawn = (element: Element) =>
  element instanceof HTMLImageElement && element.complete && element.naturalWidth > 0;
