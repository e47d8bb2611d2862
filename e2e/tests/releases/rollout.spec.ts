import { request as send } from 'node:http';
import type { Browser, Page } from '@playwright/test';
import { FORM_IDS } from '@vidlunnia/contracts';
import { getter, originOf } from '@vidlunnia/settings';
import { api } from '@vidlunnia/settings/topology';
import { type LocalServer, startLocalServer } from '../../support/api-double';
import { Form, FORMS, sampleValues } from '../../support/form';
import { shareShell } from '../../support/lone-shell';
import { untilFormIsLive } from '../../support/pages';
import { readReleaseReport } from '../../support/releases';
import { startSite, type Site } from '../../support/site';
import { expect, test } from '../../support/test';
import { toastOf } from '../../support/toasts';

const FAULTY = 'bbbbbbbbbbbb';
const GOOD = 'cccccccccccc';
/** Visitors of the rollout with the faulty browser. As many have a sound one; nine times as many get the live release. */
const VISITS = Number(process.env['VISITS'] ?? 6);
/** Number of forged reports. */
const LIES = VISITS * 150;

test.describe.configure({ timeout: 600_000 + VISITS * 5_000 });

let site: Site;
let gateway: LocalServer;
let url = '';
let second = '';
// The API of a whole site, and two shells behind a round-robin gateway.
const lone = shareShell(async () => {
  site = await startSite();
  return variables();
});
const variables = () => ({
  [api.originVariable]: originOf(api, getter(site.environment)),
  TRUST_PROXY: '127.0.0.1',
  RENDERS_PER_MINUTE: '100000',
});
test.beforeAll(async () => {
  const { url: first, replica } = lone();
  second = (await replica(variables())).url;
  let turn = 0;
  gateway = await startLocalServer((incoming, outgoing) => {
    turn += 1;
    const { method, url: path, headers } = incoming;
    const to = turn % 2 === 0 ? first : second;
    const passed = send(to + String(path), { method, headers }, (response) => {
      outgoing.writeHead(response.statusCode ?? 502, response.headers);
      response.pipe(outgoing);
    });
    passed.on('error', () => outgoing.destroy());
    incoming.pipe(passed);
  });
  url = gateway.origin;
});
test.afterAll(async () => {
  await gateway.stop();
  await site.stop();
});

const stateAt = async (shell: string) => (await readReleaseReport(shell)).remotes['forms'];

/** A script that throws at every click in one of two browsers. */
const faulty = (file: string, text: string) =>
  /^client\/static\/.*\.js$/.test(file)
    ? `${text};addEventListener("click",()=>{if(/Faulty/.test(navigator.userAgent))throw new Error("A fault of the test")});`
    : text;

async function startRollout(version: string, change?: (file: string, text: string) => string) {
  await lone().teams.forms.release(version, change, { percent: 50, seconds: 1_800, visitors: 1 });
  for (const shell of [lone().url, second])
    await expect.poll(async () => (await stateAt(shell))?.partial?.version).toBe(version);
}

let visitors = 0;
const nextAddress = () => {
  visitors += 1;
  return `203.0.${String(113 + Math.floor(visitors / 250))}.${String(visitors % 250)}`;
};

/** 204 when the release was withdrawn in the meantime. */
const COUNTED = [200, 204];

/** Opens the site as a new visitor in a bucket, and waits until the visit is counted and the contact form is live. */
async function visit(browser: Browser, bucket: string, userAgent = 'Sound'): Promise<Page> {
  const extraHTTPHeaders = { 'x-forwarded-for': nextAddress() };
  const context = await browser.newContext({ userAgent, extraHTTPHeaders });
  await context.addCookies([{ name: 'group', value: bucket, url }]);
  const page = await context.newPage();
  const counted = page.waitForResponse((response) => new URL(response.url()).pathname === '/-/visit');
  await page.goto(url);
  await untilFormIsLive(page, FORM_IDS.contact);
  expect(COUNTED).toContain((await counted).status());
  return page;
}

/** Sends the requests of visits without a failure, which is faster than opening pages. */
async function visitWithoutBrowser(bucket: string, count: number) {
  const cookie = `group=${bucket}`;
  const { id } = (await (await fetch(`${url}/-/release-set`, { headers: { cookie } })).json()) as {
    readonly id: string;
  };
  for (let each = 0; each < count; each += 1) {
    const headers = { 'content-type': 'application/json', 'x-forwarded-for': nextAddress(), cookie };
    const body = JSON.stringify({ releaseSet: id });
    expect(COUNTED).toContain((await fetch(`${url}/-/visit`, { method: 'POST', headers, body })).status);
  }
}

test('a rollout that throws in one of two browsers is withdrawn; typed text stays', async ({ browser }) => {
  await startRollout(FAULTY, faulty);
  const writer = await visit(browser, '00');
  const form = new Form(writer, 'contact');
  const values = sampleValues('contact');
  await form.fill(values);
  const loaded = await writer.evaluate(() =>
    performance.getEntriesByType('resource').map(({ name }) => name),
  );
  expect(loaded.some((name) => name.includes(`/remotes/forms/${FAULTY}/`))).toBe(true);

  const visitAndClick = async (bucket: string, userAgent: string) => {
    const page = await visit(browser, bucket, userAgent);
    await page.locator(`#${FORM_IDS.contact}`).click();
    await page.context().close();
  };
  await visitAndClick('49', 'Sound');
  await visitAndClick('50', 'Faulty');
  for (let each = 0; each < VISITS; each += 1) {
    await visitAndClick('00', 'Faulty');
    await visitWithoutBrowser('49', 1);
    await visitWithoutBrowser('50', 9);
  }

  for (const shell of [lone().url, second]) {
    await expect.poll(async () => (await stateAt(shell))?.rejections[0]?.step).toBe('visitors');
    const state = await stateAt(shell);
    expect(state?.rejections[0]).toMatchObject({ version: FAULTY });
    expect(state).not.toHaveProperty('partial');
  }
  const later = await visit(browser, '00');
  expect(await later.content()).not.toContain(FAULTY);
  await expect(form.field('message')).toHaveValue(values['message'] ?? '');
  await form.button.click();
  await expect(toastOf(writer, FORMS.contact.success)).toBeVisible();
  await Promise.all([writer, later].map((page) => page.context().close()));
});

test('a good release survives forged reports, and becomes live for all after its time and a counted visitor', async ({
  browser,
}) => {
  await startRollout(GOOD);
  const page = await visit(browser, '00');
  const statuses = await page.evaluate(
    async ({ version, lies }) => {
      const statuses = new Set<number>();
      const { visit } = (await (
        await fetch('/-/visit', {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({
            releaseSet: document.querySelector('meta[name=release-set]')?.getAttribute('content'),
          }),
        })
      ).json()) as { visit: string };
      const body = JSON.stringify({ remote: 'forms', version, kind: 'threw', visit });
      const lie = async () => {
        statuses.add((await fetch('/-/reports', { method: 'POST', body })).status);
      };
      for (let sent = 0; sent < lies; sent += 50) await Promise.all(Array.from({ length: 50 }, lie));
      return [...statuses];
    },
    { version: GOOD, lies: LIES },
  );
  expect(statuses).toEqual([204, 429]);
  // Each shell counts an address once.
  await expect.poll(async () => (await stateAt(second))?.partial?.visits?.failing).toBe(2);
  expect((await stateAt(second))?.rejections[0]?.version).not.toBe(GOOD);
  await page.context().close();
  await lone().teams.forms.release(GOOD, undefined, { percent: 50, seconds: 1, visitors: 1 });
  for (const shell of [lone().url, second])
    await expect(async () => {
      // Those before may not count for this rollout.
      await visitWithoutBrowser('00', 2);
      expect((await stateAt(shell))?.live?.version).toBe(GOOD);
    }).toPass({ timeout: 60_000 });
});
