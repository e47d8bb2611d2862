import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { remoteList } from '../../environment/topology';
import type { ReleaseReport } from '../../contracts/release-report';
import { startLocalServer, type LocalServer } from '../../testing';
import { untilWhole } from './until-whole';

const PROMOTED = { version: '0123456789ab', commit: null, since: '2026-11-22T00:00:00.000Z' };
const report = (live: readonly string[]): ReleaseReport => ({
  releaseSet: 'set',
  since: PROMOTED.since,
  remotes: Object.fromEntries(
    remoteList.map(({ name }) => [
      name,
      { live: live.includes(name) ? PROMOTED : null, previous: [], rejections: [] },
    ]),
  ),
  contract: { versions: [], modules: {}, shared: {} },
});
const NAMES = remoteList.map(({ name }) => name);
const WHOLE = report(NAMES);
const { signal } = new AbortController();

let server: LocalServer;
let isApiUp: boolean;
beforeEach(async () => {
  isApiUp = true;
  server = await startLocalServer((_, response) => response.writeHead(isApiUp ? 200 : 503).end());
});
afterEach(() => server.stop());

/** Says one after another of these, the last again and again. */
const site = (...answers: (ReleaseReport | string)[]) => ({
  url: server.origin,
  ask: jest.fn(() => Promise.resolve(answers.length > 1 ? (answers.shift() ?? '') : (answers[0] ?? ''))),
});

test('a site is whole when it shows a release of every team', async () => {
  const asked = site('it did not answer', report(['home']), WHOLE);
  expect(await untilWhole(asked, 60_000, signal)).toBe('');
  expect(asked.ask).toHaveBeenCalledTimes(3);
});

test('and when its API responds', async () => {
  isApiUp = false;
  const waiting = untilWhole(site(WHOLE), 60_000, signal);
  await server.untilAsked('/api/health');
  isApiUp = true;
  expect(await waiting).toBe('');
});

test('after its patience, or when nobody waits any more, it says what is missing', async () => {
  expect(await untilWhole(site(report(NAMES.filter((name) => name !== 'forms'))), -1, signal)).toBe(
    'mfe-forms has no release yet',
  );
  expect(await untilWhole(site('it did not answer'), 60_000, AbortSignal.abort())).toBe('it did not answer');
  isApiUp = false;
  expect(await untilWhole(site(WHOLE), -1, signal)).toBe(`${server.origin}/api/health does not respond`);
});

test('a question that is never answered is asked again', async () => {
  const asked = site(WHOLE);
  asked.ask.mockReturnValueOnce(new Promise(() => undefined));
  expect(await untilWhole(asked, 60_000, signal, 20)).toBe('');
});
