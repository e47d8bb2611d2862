import type { Page, Response } from '@playwright/test';
import { Form } from '../../support/form';
import { FORM_NAMES, FORMS, sampleValues } from '../../support/form-facts';
import { openHome } from '../../support/home-page';
import { expect, test } from '../../support/test';
import { toastOf } from '../../support/toasts';

/** All that a visit must not leave behind, as it happens. */
async function watch(page: Page, site: string) {
  const troubles: string[] = [];
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) troubles.push(`console: ${message.text()}`);
  });
  page.on('pageerror', (error) => troubles.push(`uncaught: ${error.message}`));
  page.on('request', (request) => {
    const { origin, protocol } = new URL(request.url());
    if (origin !== site && protocol !== 'data:') troubles.push(`another host: ${request.url()}`);
  });
  page.on('requestfailed', (request) => {
    troubles.push(`failed: ${request.url()} ${request.failure()?.errorText ?? ''}`);
  });
  page.on('response', (response) => {
    if (response.status() >= 400) troubles.push(`${String(response.status())}: ${response.url()}`);
    if (response.headers()['set-cookie'] !== undefined) troubles.push(`cookie: ${response.url()}`);
  });
  await page.exposeFunction('tellViolation', (text: string) => {
    troubles.push(`policy: ${text}`);
  });
  await page.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sourceFile }) => {
      const { tellViolation } = window as unknown as { readonly tellViolation: (text: string) => unknown };
      tellViolation(`${violatedDirective} ${blockedURI} ${sourceFile}`);
    });
  });
  return troubles;
}

const visit = async (page: Page) => {
  await openHome(page);
  for (const image of await page.locator('main img').all()) await image.scrollIntoViewIfNeeded();
  await page.getByRole('contentinfo').scrollIntoViewIfNeeded();
  for (const name of FORM_NAMES) {
    const form = new Form(page, name);
    await form.fill(sampleValues(name));
    await form.button.click();
    await expect(toastOf(page, FORMS[name].success)).toBeVisible();
  }
  await page.locator('#blog').getByRole('link').first().click();
  await expect(page.getByRole('article').getByRole('heading', { level: 1 })).toBeVisible();
  await page.getByRole('link', { name: 'Назад до статей' }).click();
  await expect(page).toHaveURL('/');
  await page.goto('/blog/deviat-sliv-na-vykyd#content');
  await expect(page.getByRole('article').getByRole('heading', { level: 1 })).toBeVisible();
};

for (const width of [1440, 360]) {
  test(`a whole visit at ${String(width)} px leaves no error, warning, foreign request, violation or cookie`, async ({
    page,
    shared,
  }) => {
    await page.setViewportSize({ width, height: 800 });
    const troubles = await watch(page, shared.url);
    await visit(page);
    if (width < 1000) {
      await openHome(page);
      await page.getByRole('button', { name: 'Відкрити меню' }).click();
      await page.keyboard.press('Escape');
    }
    expect(troubles).toEqual([]);
    expect(await page.context().cookies()).toEqual([]);
    expect(await page.evaluate(() => [document.cookie, localStorage.length])).toEqual(['', 0]);
  });
}

test('the watch itself notices what it must', async ({ page, shared }) => {
  const troubles = await watch(page, shared.url);
  await openHome(page);
  await page.evaluate(() => {
    console.warn('a warning');
    document.body.append(
      Object.assign(document.createElement('img'), { src: 'http://127.0.0.2:9/pixel.png' }),
    );
    document.body.insertAdjacentHTML('beforeend', '<p style="color: red">styled</p>');
  });
  await expect
    .poll(() => troubles.map((text) => text.split(':')[0]))
    .toEqual(expect.arrayContaining(['console', 'policy']));
  const directives = troubles.filter((text) => text.startsWith('policy'));
  expect(directives.join(' ')).toContain('img-src');
  expect(directives.join(' ')).toContain('style-src');
});

const policyOf = (response: Response | null) =>
  Object.fromEntries(
    (response?.headers()['content-security-policy'] ?? '').split(';').map((directive) => {
      const [name = '', ...sources] = directive.trim().split(/\s+/);
      return [name, sources];
    }),
  );

for (const address of ['/', '/blog/piat-kaviaren', '/nemaie']) {
  test(`${address} comes with a policy that allows scripts of the site alone, and with security headers`, async ({
    page,
  }) => {
    const response = await page.goto(address);
    const policy = policyOf(response);
    expect(policy['default-src']).toEqual(["'none'"]);
    expect(policy['script-src']).toEqual(["'self'"]);
    expect(policy['style-src']).not.toContain("'unsafe-inline'");
    expect(policy['object-src']).toEqual(["'none'"]);
    expect(policy['base-uri']).toEqual(["'none'"]);
    expect(policy['frame-ancestors']).toEqual(["'none'"]);
    const headers = response?.headers() ?? {};
    expect(headers['x-content-type-options']).toBe('nosniff');
    expect(headers['referrer-policy']).toBe('strict-origin-when-cross-origin');
    expect(headers['x-powered-by']).toBeUndefined();
  });
}
