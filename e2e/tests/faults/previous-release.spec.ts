import type { Page } from '@playwright/test';
import { FORM_IDS } from '@vidlunnia/contracts';
import { Form, FORMS, payloadOf, sampleValues } from '../../support/form';
import { expect, shareShell, test } from '../../support/lone-shell';
import { untilPromoted } from '../../support/releases';
import { holdScripts } from '../../support/requests';
import { toastOf } from '../../support/toasts';
import { isLive, openInside, untilFormIsLive } from '../../support/pages';
import { expectWholeHome } from './home-islands';

const LIVE = 'bbbbbbbbbbbb';

const entryOf = (version: string) => new RegExp(`/remotes/forms/${version}/client/remoteEntry\\.js`);

/** Words that only the contact form's module has. */
const CONTACT_FORM = 'Напишіть нам';

/** Makes the contact form throw when a browser renders it. Relies on how webpack writes a module's exports. */
function breakContactForm(file: string, text: string): string {
  if (!/^client\/static\/.*\.js$/.test(file)) return text;
  const modules = text
    .split(/(?=\.d\(\w+,\{default:\(\)=>)/)
    .map((module) =>
      module.includes(CONTACT_FORM)
        ? module.replace(
            /^\.d\((\w+),\{default:\(\)=>[\w$]+/,
            '.d($1,{default:()=>()=>{throw new Error("A fault of the test")}',
          )
        : module,
    );
  return modules.join('');
}

// The shell has two releases of forms. A module of the newer, live one throws in browsers.
const lone = shareShell();
let previous = '';
test.beforeAll(async () => {
  const { teams, url } = lone();
  previous = teams.forms.current();
  teams.forms.release(LIVE, breakContactForm);
  await untilPromoted(url, 'forms', LIVE);
});

/** Counts the page's requests for files. */
function countRequests(page: Page): (files: RegExp) => number {
  const requested: string[] = [];
  page.on('request', (request) => requested.push(request.url()));
  return (files) => requested.filter((url) => files.test(url)).length;
}

/** Expects that a visitor can send the contact form by script. */
async function expectToWork(page: Page): Promise<void> {
  const { api } = lone();
  const values = sampleValues('contact');
  const form = new Form(page, 'contact');
  const before = api.sent.length;
  await form.fill(values);
  await form.button.click();
  await expect(toastOf(page, FORMS.contact.success)).toBeVisible();
  expect(api.sent.slice(before)).toMatchObject([
    { path: FORMS.contact.path, body: payloadOf('contact', values) },
  ]);
}

// A release whose files are missing: shell/src/remotes/browser-loader.test.ts.

test('inside the site a module of the live release throws: the previous release replaces it and works', async ({
  page,
}) => {
  const count = countRequests(page);
  await openInside(page, '/', lone().url);
  await expectWholeHome(page);
  expect(count(entryOf(previous))).toBe(1);
  expect(count(entryOf(LIVE))).toBeLessThanOrEqual(2);
  await expectToWork(page);
});

test('on a first page a module of the live release throws: the previous release makes its island live', async ({
  page,
}) => {
  const count = countRequests(page);
  await page.goto(lone().url, { waitUntil: 'commit' });
  await expectWholeHome(page);
  await untilFormIsLive(page, FORM_IDS.contact);
  await expectWholeHome(page);
  expect(count(entryOf(previous))).toBe(1);
  await expectToWork(page);
});

test('on a first page a module throws while the visitor fills its form: its values stay and can be sent', async ({
  page,
}) => {
  const { api, url } = lone();
  const lines: string[] = [];
  page.on('console', (message) => lines.push(message.text()));
  const before = api.sent.length;
  const release = await holdScripts(page);
  await page.goto(url, { waitUntil: 'commit' });
  const form = new Form(page, 'contact');
  const values = sampleValues('contact');
  await form.fill(values);
  release();
  await expect
    .poll(() => lines.filter((line) => line.startsWith('forms/ContactForm stays as')))
    .toHaveLength(1);
  // The other form, which is untouched, becomes live.
  await untilFormIsLive(page, FORM_IDS.application);
  expect(await isLive(form.element)).toBe(false);
  await form.expectValues(values);
  await form.button.click();
  await expect(page).toHaveURL(/\?sent=contact#contact-form$/);
  expect(api.sent.slice(before)).toMatchObject([{ path: FORMS.contact.path }]);
});
