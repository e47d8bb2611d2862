import type { Page } from '@playwright/test';
import { FORM_IDS } from '@vidlunnia/shared/contracts';
import { breakFiles, FAULTS } from '../../support/faults';
import { Form } from '../../support/form';
import { FORMS as FORM_FACTS, payloadOf, sampleValues } from '../../support/form-facts';
import { untilFormIsLive } from '../../support/home-page';
import { holdScripts, isLive } from '../../support/hydration';
import { openInside } from '../../support/inside';
import { untilPromoted } from '../../support/release-report';
import { expect, shareShell, test, type LoneShell } from '../../support/lone-shell';
import { RELEASE_SET, spoiling } from '../../support/releases';
import { toastOf } from '../../support/toasts';
import { expectRestWhole, expectToFailInTime, RETRY } from './expectations';
import { takeClock } from './page-clock';
import { FORMS, ISLANDS_OF_HOME } from './islands-of-home';

const LIVE = 'bbbbbbbbbbbb';
const ENTRY = 'client/remoteEntry\\.js';
const CODE = 'client/static/.*\\.js';

const filesOf = (version: string, files: string) => new RegExp(`/remotes/forms/${version}/${files}`);

/**
 * A shell that has taken in two releases of forms, one after the other, and the version of the first. `spoil` makes the
 * live one fail in browsers, and there alone: the shell took it in.
 */
function shareReleasedTwice(spoil = (_: string, text: string) => text) {
  const lone = shareShell();
  let previous = '';
  test.beforeAll(async () => {
    const { teams, url } = lone();
    previous = teams.forms.current();
    teams.forms.release(LIVE, spoil);
    await untilPromoted(url, 'forms', LIVE);
  });
  return { lone, previous: () => previous };
}

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
async function expectToWork(page: Page, { api }: LoneShell): Promise<void> {
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
async function expectToComeAlive(page: Page, lone: LoneShell, previous: string): Promise<void> {
  const count = countRequests(page);
  await page.goto(lone.url, { waitUntil: 'commit' });
  await expectWhole(page);
  await FORMS.contactForm.place(page).scrollIntoViewIfNeeded();
  await untilFormIsLive(page, FORM_IDS.contact);
  await expectWhole(page);
  expect(count(filesOf(previous, ENTRY))).toBe(1);
  await expectToWork(page, lone);
}

/** Opens the home page inside the site; what hangs is given up by `passTime`: the release before makes the forms. */
async function expectToStand(
  page: Page,
  lone: LoneShell,
  previous: string,
  passTime: (count: (files: RegExp) => number) => Promise<void> = () => Promise.resolve(),
): Promise<void> {
  const count = countRequests(page);
  await openInside(page, '/', lone.url);
  await expectRestWhole(page, 'forms');
  await passTime(count);
  await expectWhole(page);
  expect(count(filesOf(previous, ENTRY))).toBe(1);
  // By the page's address and by a fresh one, for both islands together.
  expect(count(filesOf(LIVE, ENTRY))).toBeLessThanOrEqual(2);
  await expectToWork(page, lone);
}

/** Fills the contact form before its script comes, which then gives up: what was typed stays and can be sent. */
async function expectTypedToStay(page: Page, lone: LoneShell): Promise<void> {
  const given: string[] = [];
  page.on('console', (message) => given.push(message.text()));
  const before = lone.api.sent.length;
  const release = await holdScripts(page);
  await page.goto(lone.url, { waitUntil: 'commit' });
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
  expect(lone.api.sent.slice(before)).toMatchObject([{ path: FORM_FACTS.contact.path }]);
}

test.describe('files of the live release are lost on their way', () => {
  const { lone, previous } = shareReleasedTwice();

  test('inside the site its entry hangs: the release before stands in its place and works', async ({
    page,
  }) => {
    await takeClock(page);
    await breakFiles(page, filesOf(LIVE, ENTRY), FAULTS.hanging);
    await expectToStand(page, lone(), previous(), async (count) => {
      for (const time of [1, 2]) {
        // On a slow machine a deadline may have passed by itself.
        await expect.poll(() => count(filesOf(LIVE, ENTRY))).toBeGreaterThanOrEqual(time);
        await page.clock.fastForward(3_000);
      }
    });
  });

  test('inside the site its code hangs: the release before stands in its place and works', async ({
    page,
  }) => {
    await takeClock(page);
    await breakFiles(page, filesOf(LIVE, CODE), FAULTS.hanging);
    await expectToStand(page, lone(), previous(), async (count) => {
      await expect.poll(() => count(filesOf(LIVE, CODE))).toBeGreaterThan(0);
      const told = page.waitForResponse(RELEASE_SET);
      // Half of the time for a module; then it is asked for again, and the file given up half a second later.
      await page.clock.fastForward(7_500);
      await told;
      await page.clock.fastForward(500);
    });
  });

  for (const [what, files] of [
    ['entry', ENTRY],
    ['code', CODE],
  ] as const) {
    test(`on a first page its ${what} is missing: the release before makes the forms live`, async ({
      page,
    }) => {
      await breakFiles(page, filesOf(LIVE, files), FAULTS.missing);
      await expectToComeAlive(page, lone(), previous());
    });
  }

  test('on a first page its entry is missing while the visitor fills a form: what was typed stays and can be sent', async ({
    page,
  }) => {
    await breakFiles(page, filesOf(LIVE, ENTRY), FAULTS.missing);
    await expectTypedToStay(page, lone());
  });

  test('its entry hangs and that of the release before too: the islands say so, in time', async ({
    page,
  }) => {
    await takeClock(page);
    await breakFiles(page, filesOf('\\w+', ENTRY), FAULTS.hanging);
    await openInside(page, '/', lone().url);
    await expectToFailInTime(page, 'forms');
    await expectRestWhole(page, 'forms');
  });
});

/** Words that of all modules only the contact form has. */
const CONTACT_FORM = 'Напишіть нам';

for (const [way, spoilt] of [
  ['when evaluated', 'throws when evaluated'],
  ['when mounted', 'throws when rendered'],
] as const) {
  test.describe(`a module of the live release throws ${way}`, () => {
    const { lone, previous } = shareReleasedTwice(spoiling(CONTACT_FORM, spoilt));

    test('inside the site the release before stands in its place and works', async ({ page }) => {
      await expectToStand(page, lone(), previous());
    });

    test('on a first page the release before makes the island live', async ({ page }) => {
      await expectToComeAlive(page, lone(), previous());
    });

    if (way === 'when evaluated') return;

    test('on a first page while the visitor fills it: what was typed stays and can be sent', async ({
      page,
    }) => {
      await expectTypedToStay(page, lone());
    });

    // Last: the shell has a better release then.
    test('and the release before has lost its entry: the island says so; a retry brings the next one that is live', async ({
      page,
    }) => {
      const { teams, url } = lone();
      const count = countRequests(page);
      await breakFiles(page, filesOf(previous(), ENTRY), FAULTS.missing);
      await openInside(page, '/', url);
      const place = FORMS.contactForm.place(page);
      await expect(place).toContainText(FORMS.contactForm.words);
      await expect(FORMS.applicationForm.whole(page)).toBeVisible();
      // The words are there as soon as the live one has crashed.
      await expect.poll(() => count(filesOf(previous(), ENTRY))).toBe(1);

      teams.forms.release('cccccccccccc');
      await untilPromoted(url, 'forms', 'cccccccccccc');
      await place.getByRole('button', { name: RETRY }).click();
      await expectWhole(page);
      expect(count(filesOf('cccccccccccc', ENTRY))).toBe(1);
    });
  });
}
