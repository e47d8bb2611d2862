import { Form, sampleValues } from '../../support/form';
import { shareShell } from '../../support/lone-shell';
import { untilPromoted } from '../../support/releases';
import { collectRequests, pathOf } from '../../support/requests';
import { expect, test } from '../../support/test';
import { toastOf } from '../../support/toasts';
import { expectWholeHome } from './home-islands';

const LIVE = 'bbbbbbbbbbbb';

/** Makes the contact form throw when a browser renders it and reads its title. */
const breakContactForm = (file: string, text: string) =>
  file.startsWith('client/')
    ? text.replace('title:"Напишіть нам"', 'get title(){throw new Error("A fault of the test")}')
    : text;

const lone = shareShell();

// Inside the site: shell/src/islands/lifecycle.test.ts. A release whose files are missing:
// shell/src/remotes/browser-loader.test.ts. A visitor who is filling the form: shell/src/islands/served-islands.test.tsx.
test('a module of the live release that throws on a first page is replaced by the previous release, which works', async ({
  page,
}) => {
  const { teams, url } = lone();
  const previous = teams.forms.version;
  await teams.forms.release(LIVE, breakContactForm);
  await untilPromoted(url, 'forms', LIVE);

  const requests = collectRequests(page);
  await page.goto(url, { waitUntil: 'commit' });
  const form = new Form(page, 'contact');
  await form.untilLive();
  await expectWholeHome(page);
  const entry = `/remotes/forms/${previous}/client/remoteEntry.js`;
  expect(requests.map(pathOf).filter((path) => path === entry)).toHaveLength(1);
  await form.fill(sampleValues('contact'));
  await form.button.click();
  await expect(toastOf(page, form.spec.success)).toBeVisible();
});
