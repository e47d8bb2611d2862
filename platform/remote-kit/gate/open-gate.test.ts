import { describe, expect, test } from '@jest/globals';
import type { Pointer } from '@vidlunnia/releases/release';
import { startLocalServer } from '@vidlunnia/settings/testing/local-server';
import { isPointerSignedBy } from '@vidlunnia/releases/signature';
import { publish } from '../release/publish';
import { FIRST, sampleRelease, SECOND } from '../release/testing/sample-release';
import {
  blogState,
  privateKey,
  publishSamples,
  sampleTeam,
  siteReporting,
} from '../release/testing/sample-team';
import { arrivesComplete, candidateOrigin, liveVersionOf } from './open-gate';

const { signal } = new AbortController();

/** A page that lacks something this many times. */
const startPage = (times: number) =>
  startLocalServer((_, response) => {
    times -= 1;
    response
      .writeHead(200, { 'cache-control': times >= 0 ? 'private, no-cache' : 'public, max-age=5' })
      .end();
  });

test('an incomplete page is fetched again until it is complete or the deadline has passed', async () => {
  expect(await arrivesComplete((await startPage(2)).origin, 60_000, signal)).toBe(true);
  expect(await arrivesComplete((await startPage(Infinity)).origin, -1, signal)).toBe(false);
});

describe('the gate’s baseline', () => {
  const THIRD = 'c'.repeat(12);
  const rollout = { percent: 10, seconds: 1_800, visitors: 30 };

  test.each([
    ['what visitors have, not the version in a rollout', blogState(FIRST), FIRST],
    ['the pointer’s version, while nothing is live', blogState(null), SECOND],
    ['the pointer’s version, if the live one is not published here', blogState(THIRD), SECOND],
    ['the pointer’s version, while the site does not answer', undefined, SECOND],
  ])('is %s', async (_, state, expected) => {
    const team = sampleTeam(siteReporting(...(state ? [state] : [])));
    await publishSamples(team, FIRST);
    await publish(team.target, sampleRelease(SECOND), privateKey, { rollout });
    expect(await liveVersionOf('blog', team.site, team.target)).toBe(expected);
  });

  test('is none before the first release', async () => {
    const { site, target } = sampleTeam(siteReporting());
    expect(await liveVersionOf('blog', site, target)).toBeNull();
    const { server } = candidateOrigin('blog', null, target);
    expect((await server.inject('/current.json')).statusCode).toBe(404);
  });

  test('and then the new release have signed pointers without a rollout, the second one later', async () => {
    const { target } = sampleTeam(siteReporting());
    const { server, publicKey, offer } = candidateOrigin('blog', FIRST, target);
    const pointer = async () => (await server.inject('/current.json')).json<Pointer>();
    const first = await pointer();
    offer(sampleRelease(SECOND));
    const second = await pointer();
    const signed = { at: expect.any(String), signature: expect.any(String) };
    expect([first, second]).toEqual([
      { ...signed, version: FIRST },
      { ...signed, version: SECOND },
    ]);
    expect(second.at > first.at).toBe(true);
    for (const each of [first, second]) expect(isPointerSignedBy([publicKey], 'blog', each)).toBe(true);
  });
});
