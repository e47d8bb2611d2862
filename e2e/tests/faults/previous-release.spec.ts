import type { Page, Request } from '@playwright/test';
import { FORM_IDS } from '@vidlunnia/contracts';
import { Form, FORMS, payloadOf, sampleValues } from '../../support/form';
import { shareShell } from '../../support/lone-shell';
import { untilPromoted } from '../../support/releases';
import { collectRequests } from '../../support/requests';
import { expect, test } from '../../support/test';
import { toastOf } from '../../support/toasts';
import { openInside, untilFormIsLive } from '../../support/pages';
import { expectWholeHome } from './home-islands';

const LIVE = 'bbbbbbbbbbbb';

const entryOf = (version: string) => new RegExp(`/remotes/forms/${version}/client/remoteEntry\\.js`);

/** A text that occurs only in the contact form's module. */
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

const count = (requests: readonly Request[], files: RegExp) =>
  requests.filter((request) => files.test(request.url())).length;

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

// A release whose files are missing: shell/src/remotes/browser-loader.test.ts. A visitor who is filling the form:
// shell/src/islands/served-islands.test.tsx.

test('a module of the live release that throws inside the site is replaced by the previous release, which works', async ({
  page,
}) => {
  const requests = collectRequests(page);
  await openInside(page, '/', lone().url);
  await expectWholeHome(page);
  expect(count(requests, entryOf(previous))).toBe(1);
  expect(count(requests, entryOf(LIVE))).toBeLessThanOrEqual(2);
  await expectToWork(page);
});

test('a module of the live release that throws on a first page is replaced by the previous release', async ({
  page,
}) => {
  const requests = collectRequests(page);
  await page.goto(lone().url, { waitUntil: 'commit' });
  await expectWholeHome(page);
  await untilFormIsLive(page, FORM_IDS.contact);
  await expectWholeHome(page);
  expect(count(requests, entryOf(previous))).toBe(1);
  await expectToWork(page);
});
