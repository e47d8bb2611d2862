import type { Page } from '@playwright/test';
import { FORM_IDS } from '@vidlunnia/contracts';
import { breakFiles, FAULTS } from '../../support/faults';
import { Form } from '../../support/form';
import { FORMS as FORM_FACTS, payloadOf, sampleValues } from '../../support/form-facts';
import { untilFormIsLive } from '../../support/home-page';
import { holdScripts, isLive } from '../../support/hydration';
import { openInside } from '../../support/inside';
import { untilPromoted } from '../../support/release-report';
import { expect, shareShell, test } from '../../support/lone-shell';
import { spoiling } from '../../support/releases';
import { toastOf } from '../../support/toasts';
import { expectRestWhole, RETRY } from './expectations';
import { takeClock } from './page-clock';
import { FORMS, ISLANDS_OF_HOME } from './islands-of-home';

const LIVE = 'bbbbbbbbbbbb';
const ENTRY = 'client/remoteEntry\\.js';

const filesOf = (version: string, files: string) => new RegExp(`/remotes/forms/${version}/${files}`);

/** Words that of all modules only the contact form has. */
const CONTACT_FORM = 'Напишіть нам';

// It has taken in two releases of forms, one after the other. Of the live one a module throws when it is mounted, in
// browsers alone: the shell took it in. Tests to which files are lost do not get so far.
const lone = shareShell();
let previous = '';
test.beforeAll(async () => {
  const { teams, url } = lone();
  previous = teams.forms.current();
  teams.forms.release(LIVE, spoiling(CONTACT_FORM, 'throws when rendered'));
  await untilPromoted(url, 'forms', LIVE);
});

/** Counts what a page asks for. */
function countRequests(page: Page): (files: RegExp) => number {
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  return (files) => asked.filter((url) => files.test(url)).length;
}

const expectWhole = async (page: Page) => {
  for (const island of ISLANDS_OF_HOME.forms) await expect(island.whole(page), island.name).toBeVisible();
  await expect(page.getByRole('button', { name: RETRY })).toHaveCount(0);
};

/** Sends the contact form as a visitor whose scripts work; the API gets it. */
async function expectToWork(page: Page): Promise<void> {
  const { api } = lone();
  const values = sampleValues('contact');
  const form = new Form(page, 'contact');
  const before = api.sent.length;
  await form.fill(values);
  await form.button.click();
  await expect(toastOf(page, FORM_FACTS.contact.success)).toBeVisible();
  expect(api.sent.slice(before)).toMatchObject([
    { path: FORM_FACTS.contact.path, body: payloadOf('contact', values) },
  ]);
}

/** Opens the first page: the release before makes the forms live. */
async function expectToComeAlive(page: Page): Promise<void> {
  const count = countRequests(page);
  await page.goto(lone().url, { waitUntil: 'commit' });
  await expectWhole(page);
  await FORMS.contactForm.place(page).scrollIntoViewIfNeeded();
  await untilFormIsLive(page, FORM_IDS.contact);
  await expectWhole(page);
  expect(count(filesOf(previous, ENTRY))).toBe(1);
  await expectToWork(page);
}

/** Opens the home page inside the site; what hangs is given up by `passTime`: the release before makes the forms. */
async function expectToStand(
  page: Page,
  passTime: (count: (files: RegExp) => number) => Promise<void> = () => Promise.resolve(),
): Promise<void> {
  const count = countRequests(page);
  await openInside(page, '/', lone().url);
  await expectRestWhole(page, 'forms');
  await passTime(count);
  await expectWhole(page);
  expect(count(filesOf(previous, ENTRY))).toBe(1);
  // By the page's address and by a fresh one, for both islands together.
  expect(count(filesOf(LIVE, ENTRY))).toBeLessThanOrEqual(2);
  await expectToWork(page);
}

test('inside the site the entry of the live release hangs: the release before stands in its place and works', async ({
  page,
}) => {
  await takeClock(page);
  await breakFiles(page, filesOf(LIVE, ENTRY), FAULTS.hanging);
  await expectToStand(page, async (count) => {
    for (const time of [1, 2]) {
      // On a slow machine a deadline may have passed by itself.
      await expect.poll(() => count(filesOf(LIVE, ENTRY))).toBeGreaterThanOrEqual(time);
      await page.clock.fastForward(3_000);
    }
  });
});

test('on a first page the entry of the live release is missing: the release before makes the forms live', async ({
  page,
}) => {
  await breakFiles(page, filesOf(LIVE, ENTRY), FAULTS.missing);
  await expectToComeAlive(page);
});

test('inside the site a module of the live release throws: the release before stands in its place and works', async ({
  page,
}) => {
  await expectToStand(page);
});

test('on a first page a module of the live release throws: the release before makes the island live', async ({
  page,
}) => {
  await expectToComeAlive(page);
});

test('on a first page a module throws while the visitor fills its form: what was typed stays and can be sent', async ({
  page,
}) => {
  const { api, url } = lone();
  const given: string[] = [];
  page.on('console', (message) => given.push(message.text()));
  const before = api.sent.length;
  const release = await holdScripts(page);
  await page.goto(url, { waitUntil: 'commit' });
  const form = new Form(page, 'contact');
  const values = sampleValues('contact');
  await form.fill(values);
  release();
  await expect
    .poll(() => given.filter((line) => line.startsWith('forms/ContactForm stays as')))
    .toHaveLength(1);
  // The one beside it, with which nobody has begun, comes alive all the same.
  await untilFormIsLive(page, FORM_IDS.application);
  expect(await isLive(form.element)).toBe(false);
  await form.expectValues(values);
  await form.button.click();
  await expect(page).toHaveURL(/\?sent=contact#contact-form$/);
  expect(api.sent.slice(before)).toMatchObject([{ path: FORM_FACTS.contact.path }]);
});
