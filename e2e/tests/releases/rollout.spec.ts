import { Form, sampleValues } from '../../support/form';
import { readReleaseReport } from '../../support/releases';
import { expect, test } from '../../support/test';
import { toastOf } from '../../support/toasts';

/** A script that throws at every click. */
const faulty = (file: string, text: string) =>
  /^client\/static\/.*\.js$/.test(file)
    ? `${text};addEventListener("click",()=>{throw new Error("A fault of the test")});`
    : text;

test('a rollout that throws in browsers is withdrawn; typed text stays', async ({ context, page, lone }) => {
  const { teams, url } = lone;
  const state = async () => (await readReleaseReport(url)).remotes['forms'];
  const version = await teams.forms.release(faulty, { percent: 50, seconds: 1_800, visitors: 1 });
  await expect.poll(async () => (await state())?.partial?.version).toBe(version);

  await context.addCookies([{ name: 'group', value: '00', url }]);
  const counted = page.waitForResponse('**/-/visit');
  await page.goto(url);
  const form = new Form(page, 'contact');
  const values = sampleValues('contact');
  await form.untilLive();
  await form.fill(values);
  await counted;
  expect(await page.content()).toContain(version);
  await form.element.click();
  await expect.poll(async () => (await state())?.partial?.visits).toMatchObject({ visitors: 1, failing: 1 });

  // The visits of others, without a browser, which would take longer.
  const visit = async (number: number, group: string, failing?: string) => {
    const headers = { 'content-type': 'application/json', 'x-forwarded-for': `203.0.113.${String(number)}` };
    const cookie = `group=${group}`;
    const { id } = (await (await fetch(`${url}/-/release-set`, { headers: { cookie } })).json()) as {
      readonly id: string;
    };
    const post = async (path: string, body: object) =>
      (
        await fetch(url + path, {
          method: 'POST',
          headers: { ...headers, cookie },
          body: JSON.stringify(body),
        })
      ).text();
    const [, token] = /"visit":"([^"]+)"/.exec(await post('/-/visit', { releaseSet: id })) ?? [];
    if (failing) await post('/-/reports', { remote: 'forms', version: failing, kind: 'threw', visit: token });
  };
  for (let number = 1; number <= 30; number += 1) await visit(number, '50');
  for (let number = 101; number <= 107; number += 1) await visit(number, '00', version);
  await expect.poll(async () => (await state())?.rejections[0]).toMatchObject({ version, step: 'visitors' });
  expect(await state()).not.toHaveProperty('partial');

  const later = await context.newPage();
  await later.goto(url);
  expect(await later.content()).not.toContain(version);
  await form.expectValues(values);
  await form.button.click();
  await expect(toastOf(page, form.spec.success)).toBeVisible();
});
