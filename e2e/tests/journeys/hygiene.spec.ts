import type { Page } from '@playwright/test';
import { Form, FORM_NAMES, sampleValues } from '../../support/form';
import { expect, test } from '../../support/test';
import { pauseAnimations, toastOf } from '../../support/toasts';
import { openHome, watchOutput } from '../../support/pages';

test.use({ viewport: { width: 360, height: 740 } });

/** Waits for all pictures, also those outside the viewport. */
async function untilPicturesHaveLoaded(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const pictures = [...document.images];
    for (const picture of pictures) picture.loading = 'eager';
    await Promise.all(pictures.map((picture) => picture.decode()));
  });
}

async function visit(page: Page): Promise<void> {
  await openHome(page);
  await untilPicturesHaveLoaded(page);
  for (const name of FORM_NAMES) {
    const form = new Form(page, name);
    await form.fill(sampleValues(name));
    await form.button.click();
    await expect(toastOf(page, form.spec.success)).toBeVisible();
  }
  await page.getByRole('button', { name: 'Відкрити меню' }).click();
  await page.keyboard.press('Escape');
  const title = page.getByRole('article').getByRole('heading', { level: 1 });
  await page.locator('#blog').getByRole('link').first().click();
  await expect(title).toBeVisible();
  await untilPicturesHaveLoaded(page);
  await page.getByRole('link', { name: 'Назад до статей' }).click();
  await expect(page).toHaveURL('/');
  await untilPicturesHaveLoaded(page);
  await page.goto('/blog/slova-na-vahu#content');
  await expect(title).toBeVisible();
  await untilPicturesHaveLoaded(page);
}

test('a whole visit leaves no error, warning, foreign request, violation or cookie', async ({
  page,
  shared,
}) => {
  const output = watchOutput(page);
  const foreign: string[] = [];
  page.on('request', (request) => {
    const { origin, protocol } = new URL(request.url());
    if (origin !== shared.url && protocol !== 'data:') foreign.push(request.url());
  });
  page.on('response', (response) => {
    if (response.headers()['set-cookie'] !== undefined) foreign.push(`cookie: ${response.url()}`);
  });
  await page.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sourceFile }) => {
      console.error(`policy: ${violatedDirective} ${blockedURI} ${sourceFile}`);
    });
  });
  await pauseAnimations(page);
  await visit(page);
  expect(output).toEqual([]);
  expect(foreign).toEqual([]);
  expect(await page.context().cookies()).toEqual([]);
  expect(await page.evaluate(() => [document.cookie, localStorage.length])).toEqual(['', 0]);

  // Shows that the policy is enforced, and that the collection works.
  await page.evaluate(() => {
    document.body.append(
      Object.assign(document.createElement('img'), { src: 'http://127.0.0.2:9/pixel.png' }),
    );
    document.body.setAttribute('style', 'color: red');
    try {
      document.body.insertAdjacentHTML('beforeend', '<p>untrusted text</p>');
    } catch {
      // Reports of violations count too.
    }
  });
  for (const violated of ['img-src', 'style-src', 'require-trusted-types-for'])
    await expect.poll(() => output.join('\n')).toContain(`policy: ${violated}`);
});
