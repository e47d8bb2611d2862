import type { Page } from '@playwright/test';
import { LIMITS, SECTION_IDS, type Post, type PostSummary, type Service } from '@vidlunnia/shared/contracts';
import { exportedRows } from '../../support/exported-rows';
import { FORM_NAMES, FORMS, payloadOf, sampleValues, uniqueEmail } from '../../support/form-facts';
import { choiceOf, expectNativeValues, fillNative, nativeForm } from '../../support/native-form';
import { expect, test } from '../../support/test';

test.use({ javaScriptEnabled: false });

/** What a stored row bears beside the payload. */
const ROW_EXTRAS = { id: expect.stringMatching(/^[0-9a-f-]{36}$/), created_at: expect.stringMatching(/Z$/) };

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
    .split(' ');
  const missing = words.filter((word) => !word.includes('!/&/.test(word)') && !shown.includes(word));
  expect(missing).toEqual([]);
});

test('links lead on: to a post, back to the posts, home, to a section', async ({ page }) => {
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
});

test('on a small screen every section can be gone to without the menu’s script', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/');
  const links = page.getByRole('contentinfo').getByRole('navigation').getByRole('link');
  await links.filter({ hasText: 'Команда' }).click();
  await expect(page).toHaveURL('/#team');
});

test('an unknown post and an unknown address say what they are', async ({ page }) => {
  expect((await page.goto('/blog/nemaie-takoi'))?.status()).toBe(404);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Стаття не знайдена');
  expect((await page.goto('/nemaie'))?.status()).toBe(404);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Тут навіть луна мовчить');
});

for (const name of FORM_NAMES) {
  const spec = FORMS[name];
  const form = (page: Page) => nativeForm(page, name);
  const send = (page: Page) => form(page).getByRole('button', { name: spec.submit }).click();

  test.describe(`the ${name} form`, () => {
    test('has a native choice of all options and native validation', async ({ page }) => {
      await page.goto('/');
      const options = choiceOf(page, name).locator('option');
      await expect(options).toHaveText([spec.choice.placeholder, ...Object.keys(spec.options)]);
      const values = await options.evaluateAll((all) => all.map((option) => option.getAttribute('value')));
      expect(values).toEqual(['', ...Object.values(spec.options)]);
      for (const field of [...spec.required, ...spec.optional]) {
        const control = form(page).locator(`[name="${field}"]`);
        const isRequired = spec.required.some((each) => each === field);
        expect(await control.evaluate((element) => element.hasAttribute('required')), field).toBe(isRequired);
      }
      await expect(form(page).locator('[name="email"]')).toHaveAttribute('type', 'email');
    });

    test('is stored and says so, at the form, under an address that may be opened again', async ({
      page,
      shared,
    }) => {
      const values = sampleValues(name);
      await page.goto('/');
      await fillNative(page, name, values);
      await send(page);
      await expect(page).toHaveURL(`/?sent=${name}#${spec.id}`);
      const note = form(page).getByRole('status').filter({ hasText: spec.success });
      await expect(note).toBeVisible();
      await expect(note).toBeInViewport();
      await expectNativeValues(
        page,
        name,
        Object.fromEntries(Object.keys(values).map((field) => [field, ''])),
      );
      await page.reload();
      await expect(note).toBeVisible();
      const rows = await exportedRows(values['email'] ?? '', spec.table, shared.dataDir);
      expect(rows).toEqual([{ ...payloadOf(name, values), ...ROW_EXTRAS }]);
    });

    test('with its optional fields left empty is stored', async ({ page, shared }) => {
      const values = Object.fromEntries(
        Object.entries(sampleValues(name)).filter(([field]) => spec.required.some((each) => each === field)),
      );
      await page.goto('/');
      await fillNative(page, name, values);
      await send(page);
      await expect(form(page).getByText(spec.success)).toBeVisible();
      const rows = await exportedRows(values['email'] ?? '', spec.table, shared.dataDir);
      expect(rows).toEqual([{ ...payloadOf(name, values), ...ROW_EXTRAS }]);
    });

    test('with its longest field full, in many lines and all signs, is stored whole', async ({
      page,
      shared,
    }) => {
      const area = Object.keys(spec.areas).join();
      // A line break counts as one sign for `maxlength` and travels as two.
      const text = 'їжак 🦔 & <b> "+%"\n'
        .repeat(LIMITS.message)
        .slice(0, LIMITS.message - 1)
        .concat('ї');
      const values: Record<string, string> = { ...sampleValues(name), [area]: text };
      await page.goto('/');
      await fillNative(page, name, values);
      await expect(form(page).locator(`[name="${area}"]`)).toHaveAttribute(
        'maxlength',
        String(LIMITS.message),
      );
      await send(page);
      await expect(form(page).getByText(spec.success)).toBeVisible();
      const rows = await exportedRows(values['email'] ?? '', spec.table, shared.dataDir);
      expect(rows).toEqual([{ ...payloadOf(name, values), ...ROW_EXTRAS }]);
    });

    test('refused by the API comes back with an error text and every value; mended, it is stored once', async ({
      page,
      shared,
    }) => {
      const values: Record<string, string> = { ...sampleValues(name), email: uniqueEmail() };
      await page.goto('/');
      await fillNative(page, name, values);
      // Longer than the API allows, as somebody without `maxlength` could send it.
      const tooLong = 'ї'.repeat(200);
      await form(page)
        .locator('[name="phone"]')
        .evaluate((input, text) => {
          input.removeAttribute('maxlength');
          if (input instanceof HTMLInputElement) input.value = text;
        }, tooLong);
      const answer = page.waitForResponse((response) => response.request().method() === 'POST');
      await send(page);
      expect((await answer).status()).toBe(422);
      const error =
        name === 'contact' ? 'Помилка при відправці повідомлення' : 'Помилка при відправці заявки';
      await expect(form(page).getByRole('alert').filter({ hasText: error })).toBeVisible();
      await expect(form(page).getByRole('alert')).toBeInViewport();
      const typed = { ...payloadOf(name, values), phone: tooLong };
      await expectNativeValues(page, name, typed);
      expect(await exportedRows(values['email'] ?? '', spec.table, shared.dataDir)).toEqual([]);

      await form(page)
        .locator('[name="phone"]')
        .fill(values['phone'] ?? '');
      await send(page);
      await expect(form(page).getByText(spec.success)).toBeVisible();
      const rows = await exportedRows(values['email'] ?? '', spec.table, shared.dataDir);
      expect(rows).toEqual([{ ...payloadOf(name, values), ...ROW_EXTRAS }]);
    });
  });
}
