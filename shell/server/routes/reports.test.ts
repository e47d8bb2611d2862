/** @jest-environment node */
import { beforeEach, describe, expect, test } from '@jest/globals';
import type { ReleaseReport } from '@vidlunnia/contracts/release-report';
import { startSite, type ServedSite } from '../../testing/site';

let site: ServedSite;
let version: string;
beforeEach(async () => {
  site = await startSite(undefined, { metricsPort: 0 });
  version = (await liveOf()).version;
});

const stateOf = async () =>
  (JSON.parse((await site.ask('/-/releases')).body.toString()) as ReleaseReport).remotes['blog'];
async function liveOf() {
  const live = (await stateOf())?.live;
  if (!live) throw new Error('no blog is live');
  return live;
}
const send = async (body: string, type = 'text/plain;charset=UTF-8') =>
  (await site.ask('/-/reports', { method: 'POST', body, headers: { 'content-type': type } })).status;
const report = (changes: object = {}) =>
  JSON.stringify({ island: 'blog/Post', version, kind: 'crashed', ...changes });

test('what browsers report is counted, by release and kind', async () => {
  expect(await send(report())).toBe(204);
  expect(await send(report({ island: 'blog/Teaser' }))).toBe(204);
  expect(await send(report({ kind: 'late' }))).toBe(204);
  expect((await liveOf()).failures).toEqual({ crashed: 2, late: 1 });
  expect(await site.metrics()).toContain(
    `shell_island_failures_total{remote="blog",version="${version}",island="blog/Post",kind="crashed"} 1`,
  );
});

test('a release that the shell does not know is dropped, and not told', async () => {
  expect(await send(report({ version: '0'.repeat(12) }))).toBe(204);
  expect((await liveOf()).failures).toEqual({});
  expect(await site.metrics()).not.toContain('shell_island_failures_total{');
});

describe('is rejected', () => {
  test.each([
    ['no JSON', () => '{'],
    ['nothing', () => ''],
    ['an unknown island', () => report({ island: 'blog/Other' })],
    ['an unknown kind', () => report({ kind: 'slow' })],
    ['a version that is none', () => report({ version: '../..' })],
    ['more than is asked for', () => report({ message: 'Olena' })],
  ])('%s', async (_, body) => {
    expect(await send(body())).toBe(400);
    expect((await liveOf()).failures).toEqual({});
  });

  test('what is no text', async () => {
    expect(await send(report(), 'application/json')).toBe(400);
  });

  test('more than 1 KB', async () => {
    expect(await send(report({ message: 'x'.repeat(1_024) }))).toBe(413);
  });

  test('more than an address may send a minute', async () => {
    const statuses = await Promise.all(Array.from({ length: 61 }, () => send(report())));
    expect(statuses.filter((status) => status === 429)).toHaveLength(1);
    expect((await site.ask('/healthz')).status).toBe(200);
  });
});
