import type { Post, PostSummary } from '@vidlunnia/shared/contracts';
import { holdAnswer } from '../../support/held-answer';
import { openHome } from '../../support/home-page';
import { openInside, untilLinksAreLive } from '../../support/inside';
import { mark, wasReloaded } from '../../support/reloads';
import { expect, test } from '../../support/test';
import type { APIRequestContext, Page } from '@playwright/test';

const VIEWPORTS = [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
] as const;

const scrollY = (page: Page) => page.evaluate(() => window.scrollY);

async function newestPost(request: APIRequestContext): Promise<Post> {
  const list = (await (await request.get('/api/blog')).json()) as PostSummary[];
  return (await (await request.get(`/api/blog/${list[0]?.id ?? ''}`)).json()) as Post;
}

const WAYS_BACK = {
  'its back link': (page: Page) => page.getByRole('link', { name: 'Назад до статей' }).click(),
  'the link in the header': (page: Page) =>
    page.getByRole('banner').getByRole('link', { name: 'На головну', exact: true }).click(),
  'the browser’s back button': (page: Page) => page.goBack(),
};

for (const viewport of VIEWPORTS) {
  test.describe(`a post opened from the teaser at ${String(viewport.width)} px`, () => {
    test.use({ viewport });

    for (const [way, goBack] of Object.entries(WAYS_BACK)) {
      test(`leads back by ${way} to where the visitor was`, async ({ page }) => {
        await openHome(page);
        const card = page.locator('#blog').getByRole('article').nth(1);
        await card.getByRole('link').scrollIntoViewIfNeeded();
        const before = await scrollY(page);
        expect(before).toBeGreaterThan(1_000);
        const title = await card.getByRole('heading').innerText();
        await mark(page);

        await card.getByRole('link').click();
        await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);
        await expect.poll(() => scrollY(page)).toBe(0);

        await goBack(page);
        await expect(page).toHaveURL('/');
        await expect(card).toBeInViewport();
        await expect.poll(async () => Math.abs((await scrollY(page)) - before)).toBeLessThan(3);
        expect(await wasReloaded(page)).toBe(false);
      });
    }
  });
}

test.describe('a post’s page (specification, section 2)', () => {
  test('shows a loading text until the post is there', async ({ page, request }) => {
    const post = await newestPost(request);
    const held = await holdAnswer(page, /\/api\/blog\/./);
    await openInside(page, `/blog/${post.id}`);
    await expect(page.getByRole('status').filter({ hasText: 'Завантажуємо статтю…' })).toBeVisible();
    await expect(page.getByRole('contentinfo')).toBeVisible();
    held.release();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(post.title);
    await expect(page.getByText('Завантажуємо статтю…')).toHaveCount(0);
  });

  test('shows image, category, title, date, author and content', async ({ page, request }) => {
    const post = await newestPost(request);
    await page.goto(`/blog/${post.id}`);
    const article = page.getByRole('article');
    await expect(article.getByRole('heading', { level: 1 })).toHaveText(post.title);
    await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
    await expect(article.getByText(`Рубрика: ${post.category}`)).toBeVisible();
    await expect(article.getByText(`Текст: ${post.author}`)).toBeVisible();
    const date = article.getByRole('time');
    await expect(date).toHaveText(/^17\s+листопада\s+2026\s+р\.$/);
    await expect(date).toHaveAttribute('datetime', post.created_at);
    const image = article.getByRole('img', { name: post.image_alt });
    await expect(image).toHaveAttribute('src', post.image_url);
    await expect
      .poll(() =>
        image.evaluate((element) => element instanceof HTMLImageElement && element.naturalWidth > 0),
      )
      .toBe(true);
    await expect(article.getByRole('heading', { level: 2 }).first()).toBeVisible();
    await expect(article.getByRole('link', { name: 'Назад до статей' })).toBeVisible();
  });

  test('renders the content as HTML, whole', async ({ page, request }) => {
    const post = await newestPost(request);
    await page.goto(`/blog/${post.id}`);
    const article = page.getByRole('article');
    await expect(article.getByRole('heading', { level: 1 })).toBeVisible();
    const missing = await article.evaluate((element, html) => {
      const source = new DOMParser().parseFromString(html, 'text/html').body;
      const texts = [...source.querySelectorAll('h2, h3, p, li, td, th, blockquote')];
      return texts
        .map(({ textContent }) => textContent)
        .filter((text) => !element.textContent.includes(text));
    }, post.content);
    expect(missing).toEqual([]);
    expect(post.content).toContain('<h2>');
    await expect(article).not.toContainText('<h2>');
  });

  test('has a header with the brand and a way home, and the footer', async ({ page, request }) => {
    const post = await newestPost(request);
    await page.goto(`/blog/${post.id}`);
    const header = page.getByRole('banner');
    await expect(header.getByRole('link', { name: 'Відлуння, на головну' })).toHaveAttribute('href', '/');
    await expect(header.getByRole('link', { name: 'На головну', exact: true })).toHaveAttribute('href', '/');
    await expect(page.getByRole('contentinfo').getByRole('heading', { name: 'Контакти' })).toBeVisible();
  });

  test('opened directly, leads by its back link to the posts on the home page', async ({ page, request }) => {
    const post = await newestPost(request);
    await page.goto(`/blog/${post.id}`);
    await page.getByRole('link', { name: 'Назад до статей' }).click();
    await expect(page).toHaveURL('/#blog');
    await expect(page.locator('#blog').getByRole('heading', { level: 2 })).toBeInViewport();
  });

  test('opened directly, leads by the header to the start of the home page', async ({ page, request }) => {
    const post = await newestPost(request);
    await page.goto(`/blog/${post.id}`);
    await page.getByRole('banner').getByRole('link', { name: 'На головну', exact: true }).click();
    await expect(page).toHaveURL('/');
    await expect(page.getByRole('heading', { level: 1, name: 'Гукнемо' })).toBeInViewport();
    expect(await scrollY(page)).toBe(0);
  });

  test('reached from another post, still leads back to where the visitor was on the home page', async ({
    page,
  }) => {
    await openHome(page);
    const card = page.locator('#blog').getByRole('article').first();
    await card.getByRole('link').scrollIntoViewIfNeeded();
    const before = await scrollY(page);
    await mark(page);
    await card.getByRole('link').click();
    const link = page.getByRole('article').getByRole('link', { name: 'Скільки має коштувати заявка' });
    await link.click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Скільки має коштувати заявка');
    await expect.poll(() => scrollY(page)).toBe(0);
    await page.getByRole('link', { name: 'Назад до статей' }).click();
    await expect(page).toHaveURL('/');
    await expect.poll(async () => Math.abs((await scrollY(page)) - before)).toBeLessThan(3);
    expect(await wasReloaded(page)).toBe(false);
  });

  test('reloaded, still leads back to where the visitor was on the home page', async ({ page }) => {
    await openHome(page);
    const link = page.locator('#blog').getByRole('article').first().getByRole('link');
    await link.scrollIntoViewIfNeeded();
    const before = await scrollY(page);
    await link.click();
    await expect(page.getByRole('article').getByRole('heading', { level: 1 })).toBeVisible();
    await page.reload();
    await untilLinksAreLive(page);
    await page.getByRole('link', { name: 'Назад до статей' }).click();
    await expect.poll(async () => Math.abs((await scrollY(page)) - before)).toBeLessThan(3);
  });
});

test('the document’s title follows the visitor', async ({ page }) => {
  const home = /^Відлуння\s—\sдіджитал-агенція/;
  await openHome(page);
  const card = page.locator('#blog').getByRole('article').first();
  const title = await card.getByRole('heading').innerText();
  const description = page.locator('meta[name="description"]');
  const homeDescription = await description.getAttribute('content');
  await card.getByRole('link').click();
  await expect(page).toHaveTitle(`${title} — Відлуння`);
  await expect(description).not.toHaveAttribute('content', homeDescription ?? '');
  await page.goBack();
  await expect(page).toHaveTitle(home);
  await expect(description).toHaveAttribute('content', homeDescription ?? '');
  await page.goForward();
  await expect(page).toHaveTitle(`${title} — Відлуння`);
});
