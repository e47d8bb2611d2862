/** @jest-environment node */
import { beforeEach, expect, test } from '@jest/globals';
import { startSite, type ServedSite } from '../../testing/site';

const SITE = 'https://vidlunnia.example';
const PERSONAL = `${SITE}/?name=Olena&email=olena@example.com`;

const violation = (changes: object = {}) => ({
  type: 'csp-violation',
  url: PERSONAL,
  body: {
    documentURL: PERSONAL,
    blockedURL: 'inline',
    effectiveDirective: 'script-src-attr',
    sourceFile: `${SITE}/remotes/blog/aaaaaaaaaaaa/client/static/post.js`,
    sample: 'Olena',
    ...changes,
  },
});

let site: ServedSite;
beforeEach(async () => {
  site = await startSite(undefined, { metricsPort: 0 });
});

const send = async (body: unknown, type = 'application/reports+json') => {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  return (
    await site.ask('/-/policy-reports', { method: 'POST', body: text, headers: { 'content-type': type } })
  ).status;
};
const counted = async () =>
  (await site.metrics()).split('\n').filter((line) => line.startsWith('shell_policy_violations_total{'));
const figure = (directive: string, source: string, count: number) =>
  `shell_policy_violations_total{directive="${directive}",source="${source}"} ${String(count)}`;

test('what the policy stopped is counted by directive and whose file did it, and nothing personal', async () => {
  const own = { sourceFile: `${SITE}/assets/static/shell.js` };
  const extension = { sourceFile: 'chrome-extension://abc/x.js', effectiveDirective: 'img-src' };
  expect(await send([violation(), violation(), violation(own), violation(extension)])).toBe(204);
  expect(await send([violation({ sourceFile: undefined, effectiveDirective: 'Olena"}' })])).toBe(204);
  expect(await counted()).toEqual([
    figure('script-src-attr', 'blog', 2),
    figure('script-src-attr', 'shell', 1),
    figure('img-src', 'other', 1),
    figure('other', 'other', 1),
  ]);
  expect(await site.metrics()).not.toMatch(/olena/i);
});

test('the older form is counted too', async () => {
  const report = {
    'document-uri': PERSONAL,
    'violated-directive': "style-src-elem 'self'",
    'source-file': '',
  };
  expect(await send({ 'csp-report': report }, 'application/csp-report')).toBe(204);
  expect(await counted()).toEqual([figure('style-src-elem', 'other', 1)]);
});

test('of one message twenty are counted, and no other kind', async () => {
  expect(
    await send([{ type: 'deprecation', body: {} }, ...Array.from({ length: 25 }, () => violation())]),
  ).toBe(204);
  expect(await counted()).toEqual([figure('script-src-attr', 'blog', 20)]);
});

test('what is no report is refused, and what is too much', async () => {
  expect([await send('{'), await send({}), await send('"x"'), await send('x'.repeat(33_000))]).toEqual([
    400, 400, 400, 413,
  ]);
  const statuses = await Promise.all(Array.from({ length: 61 }, () => send([violation()])));
  expect(statuses).toContain(429);
});
