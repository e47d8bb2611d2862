/** @jest-environment node */
import { expect, test } from '@jest/globals';
import { startSite } from '../../testing/site';

const limited = () =>
  startSite((_, response) => response.writeHead(422).end('{}'), {
    rendersPerMinute: 2,
    trustProxy: 'loopback',
  });
const from = (address: string) => ({ headers: { 'x-forwarded-for': address } });

test('renders per visitor are limited; cached pages and other visitors are not affected', async () => {
  const site = await limited();
  const statusOf = async (target: string, address: string) => (await site.ask(target, from(address))).status;
  expect(await statusOf('/', '192.0.2.1')).toBe(200);
  expect(await statusOf('/blog/1', '192.0.2.1')).toBe(200);
  const rejected = await site.ask('/blog/2', from('192.0.2.1'));
  expect([rejected.status, rejected.headers['cache-control']]).toEqual([429, 'no-store']);
  expect(Number(rejected.headers['retry-after'])).toBeGreaterThan(0);
  expect(rejected.body.toString()).toContain('<h1>Забагато спроб поспіль</h1>');
  expect(site.renderer()?.render).toHaveBeenCalledTimes(2);
  expect(await statusOf('/blog/1', '192.0.2.1')).toBe(200);
  expect(await statusOf('/blog/2', '192.0.2.2')).toBe(200);
});

test('a rejected form over the limit is returned without rendering', async () => {
  const site = await limited();
  const headers = { ...from('192.0.2.1').headers, 'content-type': 'application/x-www-form-urlencoded' };
  const send = () =>
    site.ask('/api/contact', { method: 'POST', headers, body: 'name=%D0%86%D0%B3%D0%BE%D1%80' });
  expect([(await send()).status, (await send()).status]).toEqual([422, 422]);
  const rejected = await send();
  expect(rejected.status).toBe(429);
  expect(Number(rejected.headers['retry-after'])).toBeGreaterThan(0);
  expect(rejected.body.toString()).toContain('Ігор');
  expect(site.renderer()?.render).toHaveBeenCalledTimes(2);
});
