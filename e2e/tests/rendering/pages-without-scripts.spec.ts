import type { Page } from '@playwright/test';
import { SECTION_IDS, type Post, type PostSummary, type Service } from '@vidlunnia/contracts';
import { expect, test } from '../../support/test';

test.use({ javaScriptEnabled: false });

const apiAnswer = async <Body>(page: Page, path: string) =>
  (await (await page.request.get(`/api/${path}`)).json()) as Body;

/** Whatever stands in for spaces. */
const plain = (text: string) => text.replace(/\s+/g, ' ').trim();

test('the home page has every section with its texts, and nothing that waits for a script', async ({
  page,
}) => {
  await page.goto('/');
  const ids = await page.locator('main section[id]').evaluateAll((sections) => sections.map(({ id }) => id));
  expect(ids).toEqual([...SECTION_IDS]);
  const text = plain(await page.locator('body').innerText());
  for (const words of ['Гукнемо так, що відгукнеться', '200+', '98 %', '5+', '50+', '24/7']) {
    expect(text).toContain(words);
  }
  for (const service of await apiAnswer<Service[]>(page, 'services')) {
    for (const words of [service.title, service.description, ...service.features]) {
      expect(text).toContain(plain(words));
    }
  }
  for (const post of (await apiAnswer<PostSummary[]>(page, 'blog')).slice(0, 3)) {
    for (const words of [post.title, post.excerpt]) expect(text).toContain(plain(words));
  }
  for (const words of [
    'Менеджер/ка підтримки клієнтів',
    'Адміністратор/ка соцмереж',
    'Менеджер/ка з продажу',
  ]) {
    expect(text).toContain(words);
  }
  for (const words of ['20 000–30 000 ₴', '18 000–28 000 ₴', '22 000–35 000 ₴', '09:00–18:00', 'вихідні']) {
    expect(text).toContain(words);
  }
  await expect(page.locator('#reasons').getByRole('listitem')).toHaveCount(6);
  await expect(page.locator('#team').getByRole('blockquote')).toHaveCount(3);
  expect(text).not.toContain('Завантажуємо');
  await expect(page.getByRole('button', { name: 'Спробувати ще раз' })).toHaveCount(0);
  await expect(page.getByRole('contentinfo').getByRole('heading')).toHaveText([
    'Послуги',
    'Компанія',
    'Контакти',
  ]);
});

test('a post is a page with all of its text', async ({ page }) => {
  const [first] = await apiAnswer<PostSummary[]>(page, 'blog');
  const post = await apiAnswer<Post>(page, `blog/${first?.id ?? ''}`);
  await page.goto(`/blog/${post.id}`);
  const article = page.getByRole('article');
  await expect(article.getByRole('heading', { level: 1 })).toHaveText(post.title);
  await expect(article.getByText(post.author)).toBeVisible();
  await expect(article.getByRole('time')).toHaveAttribute('datetime', post.created_at);
  const shown = plain(await article.innerText()).toLocaleLowerCase('uk');
  const words = plain(post.content.replace(/<[^>]+>/g, ' '))
    .toLocaleLowerCase('uk')
    .split(' ')
    // A word with an entity is written otherwise than it is shown.
    .filter((word) => !word.includes('&'));
  expect(words.length).toBeGreaterThan(100);
  expect(words.filter((word) => !shown.includes(word))).toEqual([]);
});

test('links lead on: to a post, back to the posts, to a section, on a small screen too @core', async ({
  page,
}) => {
  await page.goto('/');
  const card = page.locator('#blog').getByRole('article').first();
  const title = await card.getByRole('heading').innerText();
  await card.getByRole('link').click();
  await expect(page).toHaveURL(/\/blog\/[\w-]+$/);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);
  await page.getByRole('link', { name: 'Назад до статей' }).click();
  await expect(page).toHaveURL('/#blog');
  await expect(page.locator('#blog').getByRole('heading', { level: 2 })).toBeInViewport();
  await page.locator('#hero').getByRole('link', { name: 'Почати проєкт' }).click();
  await expect(page).toHaveURL('/#contact');
  await expect(page.locator('#contact-form')).toBeInViewport();
  // On a small screen, where the menu would need its script.
  await page.setViewportSize({ width: 390, height: 844 });
  const links = page.getByRole('contentinfo').getByRole('navigation').getByRole('link');
  await links.filter({ hasText: 'Команда' }).click();
  await expect(page).toHaveURL('/#team');
});

test('from the teaser to all posts, from there to a post, and on to the next one', async ({ page }) => {
  await page.goto('/');
  await page.locator('#blog').getByRole('link', { name: 'Усі статті' }).click();
  await expect(page).toHaveURL('/blog');
  const posts = await apiAnswer<PostSummary[]>(page, 'blog');
  await expect(page.getByRole('main').getByRole('heading', { level: 3 })).toHaveCount(posts.length);
  await page.getByRole('link', { name: posts[0]?.title ?? '', exact: true }).click();
  const next = page.getByRole('region', { name: 'Далі читайте' });
  await expect(next.getByRole('heading', { level: 3 })).toHaveCount(2);
  const title = await next.getByRole('heading', { level: 3 }).first().innerText();
  await next
    .getByRole('link', { name: /^Читати далі/ })
    .first()
    .click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);
});

test('forms and footer lead to what happens to personal data', async ({ page }) => {
  await page.goto('/');
  const links = page.getByRole('link', { name: 'Що ми робимо з вашими даними' });
  await expect(links).toHaveCount(3);
  await links.last().click();
  await expect(page).toHaveURL('/privacy');
  await expect(page.getByRole('main')).toContainText('12 місяців');
});

test('after the last page of all posts there is none', async ({ page }) => {
  const response = await page.goto('/blog/page/999');
  expect(response?.status()).toBe(404);
  await expect(page.getByRole('link', { name: 'До першої сторінки' })).toHaveAttribute('href', '/blog');
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test('the sections are linked where the menu would need a script to close', async ({ page }) => {
    await page.goto('/');
    const header = page.getByRole('banner');
    await expect(header.getByRole('button')).toHaveCount(0);
    const links = header.getByRole('navigation').getByRole('link');
    await expect(links).toHaveCount(SECTION_IDS.length - 1);
    await links.getByText('Контакти').click();
    await expect(page).toHaveURL('/#contact');
    await expect(page.locator('#contact')).toBeInViewport();
    await expect(page.getByRole('dialog')).toHaveCount(0);
  });
});
