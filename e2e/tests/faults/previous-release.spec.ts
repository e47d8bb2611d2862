import type { Page } from '@playwright/test';
import { FORM_IDS } from '@vidlunnia/shared/contracts';
import { FAULTS, type Fault } from '../../support/faults';
import { Form } from '../../support/form';
import { FORMS as FORM_FACTS, payloadOf, sampleValues } from '../../support/form-facts';
import { untilFormIsLive } from '../../support/home-page';
import { holdScripts } from '../../support/hydration';
import { openInside } from '../../support/inside';
import { untilPromoted } from '../../support/live-releases';
import { expect, test, type LoneShell } from '../../support/lone-shell';
import { choiceOf, expectNativeValues, fillNative } from '../../support/native-form';
import { spoiling } from '../../support/releases';
import { toastOf } from '../../support/toasts';
import { expectFailed, expectRestWhole, RETRY } from './expectations';
import { FORMS, PARTS_OF_HOME } from './parts-of-home';

const LIVE = 'bbbbbbbbbbbb';
/** Words that of all modules only the contact form has. */
const CONTACT_FORM = 'Напишіть нам';
const unspoilt = (_: string, text: string) => text;

/** Ways in which the live release fails in the browser, and there alone: the shell took it in. */
const WAYS: Readonly<
  Record<string, { readonly change?: typeof unspoilt; readonly lose?: readonly [string, Fault] }>
> = {
  'has lost its entry': { lose: ['/client/remoteEntry.js', FAULTS.missing] },
  'has an entry that hangs': { lose: ['/client/remoteEntry.js', FAULTS.hanging] },
  'has lost its code': { lose: ['/client/static/.*\\.js', FAULTS.missing] },
  'has code that hangs': { lose: ['/client/static/.*\\.js', FAULTS.hanging] },
  'throws when evaluated': { change: spoiling(CONTACT_FORM, 'throws when evaluated') },
  'throws when mounted': { change: spoiling(CONTACT_FORM, 'throws when rendered') },
};

/** Milliseconds for the tries at a release whose files hang (`shell/src/remotes`), and for a busy machine. */
const DEADLINE = 8_000 + 7_000;

/** Two releases of forms, one after the other; the live one fails in the page. Tells what was asked of each. */
async function releaseTwice(page: Page, lone: LoneShell, way: keyof typeof WAYS) {
  const { change = unspoilt, lose } = WAYS[way] ?? {};
  const previous = lone.teams.forms.current();
  await lone.start();
  await untilPromoted(lone.url, 'forms', previous);
  lone.teams.forms.release(LIVE, change);
  await untilPromoted(lone.url, 'forms', LIVE);
  if (lose) await page.route(new RegExp(`/remotes/forms/${LIVE}${lose[0]}`), lose[1]);
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  return {
    previous,
    count: (version: string, file: string) =>
      asked.filter((path) => path.startsWith(`/remotes/forms/${version}/`) && path.endsWith(file)).length,
  };
}

const expectWhole = async (page: Page) => {
  for (const part of PARTS_OF_HOME.forms) {
    await expect(part.whole(page), part.name).toBeVisible({ timeout: DEADLINE });
  }
  await expect(page.getByRole('button', { name: RETRY })).toHaveCount(0);
};

/** Sends the contact form as a visitor whose scripts work; the API gets it. */
async function expectToWork(page: Page, lone: LoneShell): Promise<void> {
  const values = sampleValues('contact');
  const form = new Form(page, 'contact');
  await form.fill(values);
  await form.button.click();
  await expect(toastOf(page, FORM_FACTS.contact.success)).toBeVisible();
  expect(lone.api.sent).toMatchObject([
    { path: FORM_FACTS.contact.path, body: payloadOf('contact', values) },
  ]);
}

for (const way of Object.keys(WAYS)) {
  test(`inside the site the live release ${way}: the release before stands in its place and works`, async ({
    page,
    lone,
  }) => {
    const { previous, count } = await releaseTwice(page, lone, way);
    await openInside(page, '/', lone.url);
    await expectWhole(page);
    await expectRestWhole(page, 'forms');
    expect(count(previous, 'remoteEntry.js')).toBe(1);
    // By the page's address and by a fresh one, for both parts together.
    expect(count(LIVE, 'remoteEntry.js')).toBeLessThanOrEqual(2);
    await expectToWork(page, lone);
  });

  test(`on a first page the live release ${way}: the release before makes the part live`, async ({
    page,
    lone,
  }) => {
    const { count, previous } = await releaseTwice(page, lone, way);
    await page.goto(lone.url, { waitUntil: 'commit' });
    await expectWhole(page);
    await FORMS.contactForm.place(page).scrollIntoViewIfNeeded();
    await expect(choiceOf(page, 'contact')).toHaveCount(0, { timeout: DEADLINE });
    await expectWhole(page);
    expect(count(previous, 'remoteEntry.js')).toBe(1);
    await expectToWork(page, lone);
  });
}

for (const way of ['has lost its entry', 'throws when mounted'] as const) {
  test(`on a first page the live release ${way} while the visitor fills it: what was typed stays and can be sent`, async ({
    page,
    lone,
  }) => {
    await releaseTwice(page, lone, way);
    const given: string[] = [];
    page.on('console', (message) => given.push(message.text()));
    const release = await holdScripts(page);
    await page.goto(lone.url, { waitUntil: 'commit' });
    const values = sampleValues('contact');
    await fillNative(page, 'contact', values);
    release();
    await expect
      .poll(() => given.filter((line) => line.startsWith('forms/ContactForm stays as')))
      .toHaveLength(1);
    // The one beside it, with which nobody has begun, comes alive all the same.
    await untilFormIsLive(page, FORM_IDS.application);
    await expect(choiceOf(page, 'contact')).toBeVisible();
    const { name = '', message = '' } = values;
    await expectNativeValues(page, 'contact', { name, message });
    await new Form(page, 'contact').button.click();
    await expect(page).toHaveURL(/\?sent=contact#contact-form$/);
    expect(lone.api.sent).toMatchObject([{ path: FORM_FACTS.contact.path }]);
  });
}

test('both releases fail: the part says so; the next one that is live is what a retry brings', async ({
  page,
  lone,
}) => {
  const { change = unspoilt } = WAYS['throws when mounted'] ?? {};
  lone.teams.forms.release('aaaaaaaaaaaa', change);
  const { count } = await releaseTwice(page, lone, 'throws when mounted');
  await openInside(page, '/', lone.url);
  const place = FORMS.contactForm.place(page);
  await expect(place).toContainText(FORMS.contactForm.words);
  await expect(FORMS.applicationForm.whole(page)).toBeVisible();
  expect(count('aaaaaaaaaaaa', 'remoteEntry.js')).toBe(1);

  lone.teams.forms.release('cccccccccccc');
  await untilPromoted(lone.url, 'forms', 'cccccccccccc');
  await place.getByRole('button', { name: RETRY }).click();
  await expectWhole(page);
  expect(count('cccccccccccc', 'remoteEntry.js')).toBe(1);
});

test('the live release and the one before have lost their entries: the parts say so, in time', async ({
  page,
  lone,
}) => {
  const { previous } = await releaseTwice(page, lone, 'has an entry that hangs');
  await page.route(new RegExp(`/remotes/forms/${previous}/client/remoteEntry\\.js`), FAULTS.hanging);
  await openInside(page, '/', lone.url);
  await expectFailed(page, 'forms', 3 * 3_000);
  await expectRestWhole(page, 'forms');
});
