import { FORM_IDS } from '@vidlunnia/contracts';
import { Form } from '../../support/form';
import { sampleValues } from '../../support/form-facts';
import { untilFormIsLive } from '../../support/home-page';
import { holdScripts, isLive } from '../../support/hydration';
import { openInside } from '../../support/inside';
import { readReleaseReport, untilPromoted } from '../../support/release-report';
import { expect, shareShell, test } from '../../support/lone-shell';
import { RELEASE_SET, spoiling } from '../../support/releases';
import { RETRY, retryButton } from './expectations';
import { FORMS, islandsBeside } from './islands-of-home';

const { applicationForm, contactForm } = FORMS;

/** Words that of all modules only the contact form has. */
const CONTACT_FORM = 'Напишіть нам';

// One that throws when it is rendered: previous-release.spec.ts.
const lone = shareShell(({ teams }) => {
  teams.forms.release('bbbbbbbbbbbb', spoiling(CONTACT_FORM, 'throws when evaluated'));
});

test('on a first page a module that throws leaves the server’s island, with what was typed in it', async ({
  page,
}) => {
  const form = new Form(page, 'contact');
  const { name = '', message = '' } = sampleValues('contact');
  const output: string[] = [];
  page.on('console', (line) => output.push(line.text()));
  const release = await holdScripts(page);
  await page.goto(lone().url, { waitUntil: 'commit' });
  await form.fill({ name, message });
  release();
  await page.locator(`#${FORM_IDS.contact}`).scrollIntoViewIfNeeded();
  // The module beside it is whole and comes alive.
  await untilFormIsLive(page, FORM_IDS.application);
  await expect.poll(() => output.length).toBeGreaterThan(0);
  await expect(contactForm.whole(page)).toBeVisible();
  expect(await isLive(form.element)).toBe(false);
  await form.expectValues({ name, message });
  await expect(page.getByRole('button', { name: RETRY })).toHaveCount(0);
  // The browser told the shell, which tells the team.
  const failures = async () => (await readReleaseReport(lone().url)).remotes['forms']?.live?.failures;
  await expect.poll(failures).toEqual({ 'not-loaded': 1 });
});

// Last: the shell has the better release then.
test('inside the site only the island of a module that throws falls; a retry brings in the release that mends it', async ({
  page,
}) => {
  const { teams, url } = lone();
  await openInside(page, '/', url);
  await expect(contactForm.place(page)).toContainText(contactForm.words);
  await expect(page.getByRole('button', { name: RETRY })).toHaveCount(1);
  await expect(applicationForm.whole(page)).toBeVisible();
  for (const island of islandsBeside('forms')) await expect(island.whole(page), island.name).toBeVisible();

  const asked = page.waitForResponse(RELEASE_SET);
  await retryButton(page, contactForm).click();
  await asked;
  await expect(retryButton(page, contactForm)).toBeVisible();

  teams.forms.release('cccccccccccc');
  await untilPromoted(url, 'forms', 'cccccccccccc');
  await retryButton(page, contactForm).click();
  await expect(contactForm.whole(page)).toBeVisible();
  await expect(page.getByRole('button', { name: RETRY })).toHaveCount(0);
  await expect(applicationForm.whole(page)).toBeVisible();
});
