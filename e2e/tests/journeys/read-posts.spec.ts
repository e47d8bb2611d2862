import type { Post, PostSummary } from '@vidlunnia/contracts';
import { softExpect as expect, test } from '../../support/test';
import { mark, openHome, openInside, untilLinksAreLive, wasReloaded } from '../../support/pages';
import { holdAnswer } from '../../support/requests';
import type { APIRequestContext, Page } from '@playwright/test';

const scrollY = (page: Page) => page.evaluate(() => window.scrollY);

const untilScrolledTo = (page: Page, place: number) =>
  expect.poll(async () => Math.abs((await scrollY(page)) - place)).toBeLessThan(3);

async function newestPost(request: APIRequestContext): Promise<Post> {
  const list = (await (await request.get('/api/blog')).json()) as PostSummary[];
  return (await (await request.get(`/api/blog/${list[0]?.id ?? ''}`)).json()) as Post;
}

const WAYS_BACK = {
  'the browser’s back button': (page: Page) => page.goBack(),
  'its back link': (page: Page) => page.getByRole('link', { name: 'Назад до статей' }).click(),
  'the link in the header': (page: Page) =>
    page.getByRole('banner').getByRole('link', { name: 'На головну', exact: true }).click(),
};

test('a post opened from the teaser leads back to where the visitor was: by the browser’s button, its own link and the header’s', async ({
  page,
}) => {
  await openHome(page);
  await mark(page);
  const card = page.locator('#blog').getByRole('article').nth(1);
  const title = await card.getByRole('heading').innerText();
  for (const [way, goBack] of Object.entries(WAYS_BACK)) {
    await test.step(way, async () => {
      await card.getByRole('link').scrollIntoViewIfNeeded();
      const before = await scrollY(page);
      expect(before).toBeGreaterThan(1_000);
      await card.getByRole('link').click();
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);
      await expect.poll(() => scrollY(page)).toBe(0);

      await goBack(page);
      await expect(page).toHaveURL('/');
      await expect(card).toBeInViewport();
      await untilScrolledTo(page, before);
    });
  }
  expect(await wasReloaded(page)).toBe(false);
});

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

  test('opened directly, shows all of the post and leads to the start of the home page @core', async ({
    page,
    request,
  }) => {
    const post = await newestPost(request);
    await page.goto(`/blog/${post.id}`);
    const article = page.getByRole('article');

    await test.step('image, category, title, date, author', async () => {
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
    });

    await test.step('the content as HTML, whole', async () => {
      // The page itself makes no HTML of text: its policy demands Trusted Types.
      const blank = await page.context().newPage();
      const texts = await blank.evaluate((html) => {
        const source = new DOMParser().parseFromString(html, 'text/html').body;
        return [...source.querySelectorAll('h2, h3, p, li, td, th, blockquote')].map(
          (part) => part.textContent,
        );
      }, post.content);
      await blank.close();
      const shown = await article.evaluate(({ textContent }) => textContent);
      expect(texts.filter((text) => !shown.includes(text))).toEqual([]);
      expect(post.content).toContain('<h2>');
      await expect(article).not.toContainText('<h2>');
    });

    const header = page.getByRole('banner');
    const wayHome = header.getByRole('link', { name: 'На головну', exact: true });
    await test.step('a header with the brand and a way home, and the footer', async () => {
      await expect(header.getByRole('link', { name: 'Відлуння, на головну' })).toHaveAttribute('href', '/');
      await expect(wayHome).toHaveAttribute('href', '/');
      await expect(page.getByRole('contentinfo').getByRole('heading', { name: 'Контакти' })).toBeVisible();
    });

    await test.step('the link in the header leads to the start of the home page', async () => {
      await wayHome.click();
      await expect(page).toHaveURL('/');
      await expect(page.getByRole('heading', { level: 1, name: 'Гукнемо' })).toBeInViewport();
      expect(await scrollY(page)).toBe(0);
    });
  });

  test('reached from another post or reloaded, still leads back to where the visitor was on the home page', async ({
    page,
  }) => {
    const back = page.getByRole('link', { name: 'Назад до статей' });
    await openHome(page);
    const link = page.locator('#blog').getByRole('article').first().getByRole('link');
    await link.scrollIntoViewIfNeeded();
    const before = await scrollY(page);
    await mark(page);
    await link.click();
    await page.getByRole('article').getByRole('link', { name: 'словами на вагу' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Слова на вагу');
    await expect.poll(() => scrollY(page)).toBe(0);
    await back.click();
    await expect(page).toHaveURL('/');
    await untilScrolledTo(page, before);
    expect(await wasReloaded(page)).toBe(false);

    await link.click();
    await expect(page.getByRole('article').getByRole('heading', { level: 1 })).toBeVisible();
    await page.reload();
    await untilLinksAreLive(page);
    await back.click();
    await untilScrolledTo(page, before);
  });
});

test('a typed address opens at the top; a reload or the back button returns to where the page was left', async ({
  page,
  request,
}) => {
  const leaveAt = async (top: number) => {
    await untilLinksAreLive(page);
    await page.evaluate((y) => {
      window.scrollTo({ top: y, behavior: 'instant' });
    }, top);
    await untilScrolledTo(page, top);
  };
  const post = await newestPost(request);
  await page.goto('/');
  await leaveAt(5000);
  await page.goto(`/blog/${post.id}`);
  await untilLinksAreLive(page);
  expect(await scrollY(page)).toBe(0);
  await leaveAt(700);
  await page.reload();
  await untilLinksAreLive(page);
  await untilScrolledTo(page, 700);
  await page.goBack();
  await untilLinksAreLive(page);
  await untilScrolledTo(page, 5000);
});
