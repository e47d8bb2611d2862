import type { Page } from '@playwright/test';
import { Form, FORM_NAMES, FORMS, sampleValues } from '../../support/form';
import { expect, test } from '../../support/test';
import { pauseAnimations, toastOf } from '../../support/toasts';
import { openHome, scrollTo } from '../../support/pages';

/** Collects console lines, failed and foreign requests, cookies and policy violations. */
async function watch(page: Page, site: string) {
  const problems: string[] = [];
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) problems.push(`${message.type()}: ${message.text()}`);
  });
  page.on('pageerror', (error) => problems.push(`uncaught: ${error.message}`));
  page.on('request', (request) => {
    const { origin, protocol } = new URL(request.url());
    if (origin !== site && protocol !== 'data:') problems.push(`another host: ${request.url()}`);
  });
  page.on('requestfailed', (request) => {
    problems.push(`failed: ${request.url()} ${request.failure()?.errorText ?? ''}`);
  });
  page.on('response', (response) => {
    if (response.status() >= 400) problems.push(`${String(response.status())}: ${response.url()}`);
    if (response.headers()['set-cookie'] !== undefined) problems.push(`cookie: ${response.url()}`);
  });
  await page.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sourceFile }) => {
      console.error(`policy: ${violatedDirective} ${blockedURI} ${sourceFile}`);
    });
  });
  return problems;
}

async function seePictures(page: Page): Promise<void> {
  for (const image of await page.locator('main img').all()) await scrollTo(image);
  await scrollTo(page.getByRole('contentinfo'));
  await untilPicturesHaveLoaded(page);
}

/** Waits for all pictures. A picture that is still loading when the page is left fails, and would be a problem. */
async function untilPicturesHaveLoaded(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const pictures = [...document.images];
    for (const picture of pictures) picture.loading = 'eager';
    await Promise.all(pictures.map((picture) => picture.decode()));
  });
}

async function readPost(page: Page): Promise<void> {
  await page.locator('#blog').getByRole('link').first().click();
  await expect(page.getByRole('article').getByRole('heading', { level: 1 })).toBeVisible();
  await untilPicturesHaveLoaded(page);
}

async function visitOnLargeScreen(page: Page): Promise<void> {
  await page.setViewportSize({ width: 1440, height: 800 });
  await openHome(page);
  await seePictures(page);
  for (const name of FORM_NAMES) {
    const form = new Form(page, name);
    await form.fill(sampleValues(name));
    await form.button.click();
    await expect(toastOf(page, FORMS[name].success)).toBeVisible();
  }
  await readPost(page);
  await page.getByRole('link', { name: 'Назад до статей' }).click();
  await expect(page).toHaveURL('/');
  await untilPicturesHaveLoaded(page);
  await page.goto('/blog/slova-na-vahu#content');
  await expect(page.getByRole('article').getByRole('heading', { level: 1 })).toBeVisible();
  await untilPicturesHaveLoaded(page);
}

async function visitOnSmallScreen(page: Page): Promise<void> {
  await page.setViewportSize({ width: 360, height: 800 });
  await openHome(page);
  await seePictures(page);
  await page.getByRole('button', { name: 'Відкрити меню' }).click();
  await page.keyboard.press('Escape');
  await readPost(page);
}

async function causeProblems(page: Page): Promise<void> {
  await page.evaluate(() => {
    console.warn('a warning');
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
}

test('whole visits at 1440 and 360 px leave no error, warning, foreign request, violation or cookie', async ({
  page,
  shared,
}) => {
  const problems = await watch(page, shared.url);
  await pauseAnimations(page);
  for (const visit of [visitOnLargeScreen, visitOnSmallScreen]) {
    await visit(page);
    expect(problems).toEqual([]);
    expect(await page.context().cookies()).toEqual([]);
    expect(await page.evaluate(() => [document.cookie, localStorage.length])).toEqual(['', 0]);
  }

  // Shows that the collection works.
  await causeProblems(page);
  for (const problem of [
    'warning: a warning',
    'policy: img-src',
    'policy: style-src',
    'policy: require-trusted-types-for',
  ])
    await expect.poll(() => problems.join('\n')).toContain(problem);
});
