/** @jest-environment node */
import { expect, test } from '@jest/globals';
import { startSite } from '../../testing/site';

const RULES = '"/speculation-rules.json"';

test('pages name the rules, also when the browser has them already; who saves data gets none', async () => {
  const site = await startSite();
  const { headers } = await site.ask('/');
  const rulesFor = async (given: Record<string, string>) =>
    (await site.ask('/', { headers: given })).headers['speculation-rules'];
  expect(headers['speculation-rules']).toBe(RULES);
  expect(await rulesFor({ 'if-none-match': headers.etag ?? '' })).toBe(RULES);
  expect(await rulesFor({ 'save-data': 'on' })).toBeUndefined();
  const rules = await site.ask('/speculation-rules.json');
  expect(rules.headers['content-type']).toMatch(/^application\/speculationrules\+json\b/);
  expect(JSON.parse(rules.body.toString())).toMatchObject({ prefetch: [{ eagerness: 'conservative' }] });
});
