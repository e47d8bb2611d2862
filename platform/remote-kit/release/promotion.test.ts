import { beforeEach, describe, expect, test } from '@jest/globals';
import type { Rejection } from '@vidlunnia/releases/release';
import { listReleases } from './list-releases';
import { awaitPromotion, previousVersion, promote, rollBack } from './promotion';
import { isCurrent, publish, releasesAt, type History } from './publish';
import { FIRST, SECOND, THIRD, sampleRelease } from './testing/sample-release';
import {
  blogState,
  liveReleases,
  privateKey,
  publicKey,
  publishSamples,
  sampleTeam,
  siteReporting,
} from './testing/sample-team';

const ROLLOUT = { percent: 10, seconds: 1_800, visitors: 30 };
const REPORTED = { percent: 10, until: '2999-01-01T00:00:00.000Z', visitors: 30 };
const never = new AbortController().signal;

let team: ReturnType<typeof sampleTeam>;
beforeEach(() => {
  team = sampleTeam(siteReporting());
});
const current = () => releasesAt(team.target).current();
const publishWith = (options: Parameters<typeof publish>[3], version: string = SECOND) =>
  publish(team.target, sampleRelease(version), privateKey, options);

describe('a wait for the promotion', () => {
  const [BEFORE, AFTER] = ['2026-01-01T00:00:05Z', '2026-01-01T00:00:09Z'];
  const rejected = (at: string, version: string | null = SECOND, step: Rejection['step'] = 'render-test') =>
    blogState(FIRST, { rejections: [{ version, step, reason: 'Post crashes', at }] });
  const OLD = rejected(BEFORE);
  const NONE = blogState(FIRST);
  const IN_ROLLOUT = { version: THIRD, commit: null, since: BEFORE, rollout: REPORTED };
  const wait = (states: readonly ReturnType<typeof blogState>[], signal = never, deadlineMs = 60_000) => {
    team = { ...team, site: siteReporting(...states) };
    return awaitPromotion(team, SECOND, liveReleases(OLD), signal, deadlineMs);
  };

  test('reports it with its seconds; older rejections and those of other versions are ignored', async () => {
    await wait([NONE, rejected(AFTER, FIRST), OLD, blogState(SECOND, { rejections: OLD.rejections })]);
    expect(team.said).toEqual([
      expect.stringMatching(RegExp(`^${SECOND} is live at ${team.site.url}: promoted in \\d+\\.\\d s$`)),
    ]);
  });

  test.each([
    ['render-test', 'was rejected at render-test: Post crashes; the current release stays live'],
    ['visitors', 'was withdrawn: Post crashes; the release before it is live'],
  ] as const)('rejects with the step and the reason of a rejection: %s', async (step, message) => {
    await expect(wait([NONE, rejected(AFTER, SECOND, step)])).rejects.toThrow(`${SECOND} ${message}`);
  });

  test.each([
    ['an older rejection', [OLD], 'the host’s last rejection was at render-test: Post crashes'],
    ['a pointer that the host cannot read', [rejected('', null)], 'the host’s last rejection was at'],
    ['what is live', [NONE], `${FIRST} is still live`],
    ['another version’s rollout', [blogState(SECOND, { partial: IN_ROLLOUT })], `${SECOND} is still live`],
    ['no answer', [], 'nobody answers'],
  ])('rejects past the deadline with %s', async (_, states, reason) => {
    const error = await wait(states, never, 0).catch(String);
    expect(error).toMatch(/b+ is published, but not live after 0\.\d s: /);
    expect(error).toContain(reason);
  });

  test('with a rollout reports what its visitors meet, until it is live', async () => {
    const rollout = { percent: 10, until: new Date(Date.now() + 60_000).toISOString() };
    const visits = { visitors: 40, failing: 1, lcp: null, inp: null };
    const partial = { ...IN_ROLLOUT, version: SECOND, rollout, visits };
    await wait([blogState(FIRST, { partial }), blogState(SECOND)], never, 0);
    expect(team.said).toEqual([
      `${SECOND} goes to 10 % of visitors until ${rollout.until}: 1 of 40 visitors met a failure; with ${FIRST} no counts. Ctrl-C ends only the waiting`,
      expect.stringContaining(`${SECOND} is live at`),
    ]);
  });

  test('with a rollout that is undecided at its end rejects, and says what can be done', async () => {
    const visits = { visitors: 12, failing: 0, lcp: null, inp: null };
    const partial = {
      ...IN_ROLLOUT,
      version: SECOND,
      rollout: { ...REPORTED, undecided: true as const },
      visits,
    };
    const state = blogState(FIRST, { partial });
    await expect(wait([state])).rejects.toThrow(
      `${SECOND} keeps its 10 % of visitors: its time has passed, but only 12 of 30 visitors were counted. It becomes live when there are enough; promote makes it live now, rollback ends it`,
    );
    await publishSamples(team, FIRST);
    await publishWith({ rollout: ROLLOUT });
    await listReleases(team);
    expect(team.said[1]).toMatch(/^b{12} .* 10 % of visitors, undecided: 12 of 30 counted$/);
  });

  test('ends when another version was released meanwhile', async () => {
    await team.target.write('current.json', Buffer.from(JSON.stringify({ version: THIRD })));
    await wait([NONE]);
    expect(team.said).toEqual([`${THIRD} was released meanwhile, and is ingested instead of ${SECOND}`]);
  });

  test('ends on an interruption', async () => {
    await expect(wait([NONE], AbortSignal.timeout(50))).rejects.toThrow('abort');
  });
});

describe('a rollout', () => {
  const SIGNED = { at: expect.any(String), signature: expect.any(String) };
  const pointer = async () => JSON.parse(String(await team.target.read('current.json'))) as object;
  beforeEach(async () => {
    await publishSamples(team, FIRST);
    await publishWith({ rollout: ROLLOUT });
  });

  test('is in the pointer; the same again changes nothing, another share does', async () => {
    expect(await pointer()).toEqual({ ...SIGNED, version: SECOND, previous: FIRST, rollout: ROLLOUT });
    await publishWith({ rollout: ROLLOUT });
    expect(await releasesAt(team.target).history()).toHaveLength(2);
    const rollout = { ...ROLLOUT, percent: 50 };
    await publishWith({ rollout });
    expect(await pointer()).toEqual({ ...SIGNED, version: SECOND, previous: FIRST, rollout });
  });

  test('ends early for all visitors by a promotion, for none by a rollback', async () => {
    await promote(team, SECOND, never);
    expect(await pointer()).toEqual({ ...SIGNED, version: SECOND, previous: FIRST });
    await publishWith({ rollout: ROLLOUT }, THIRD);
    await rollBack(team, undefined, never);
    expect(await pointer()).toEqual({ ...SIGNED, version: SECOND, previous: THIRD });
  });
});

test('a withdrawn version is neither promoted nor rolled back to', async () => {
  const rejections = [{ version: SECOND, step: 'visitors', reason: 'harm', at: REPORTED.until } as const];
  const reporting = (...versions: string[]) => {
    const site = siteReporting(...versions.map((version) => blogState(version, { rejections })));
    team = { ...team, site };
  };
  await publishSamples(team, FIRST);
  await publishWith({ rollout: ROLLOUT });
  reporting(FIRST);
  const sentence = `${SECOND} was withdrawn: harm. ${team.site.url} will not accept it again`;
  await expect(promote(team, SECOND, never)).rejects.toThrow(sentence);
  await expect(rollBack(team, SECOND, never)).rejects.toThrow(sentence);
  // In the rollout of another version, the live one is restored; without a rollout, the one before the withdrawn one.
  await publishWith({ rollout: ROLLOUT }, THIRD);
  await rollBack(team, undefined, never);
  expect(await current()).toBe(FIRST);
  await publishSamples(team, SECOND, THIRD);
  reporting(THIRD, FIRST);
  await rollBack(team, undefined, never);
  expect(await current()).toBe(FIRST);
});

describe('a candidate', () => {
  const HOUR = 3_600_000;
  const publishCandidate = async (endsInMs = HOUR) => {
    const until = new Date(Date.now() + endsInMs);
    await publishWith({ until });
    return until;
  };
  beforeEach(() => publishSamples(team, FIRST));

  test('is listed outside of pointer and history, until a promotion releases the same bytes', async () => {
    const until = await publishCandidate();
    expect([await current(), (await releasesAt(team.target).history()).length]).toEqual([FIRST, 1]);
    await listReleases(team);
    const end = until.toISOString().slice(0, 19).replace('T', ' ');
    expect(team.said[1]).toMatch(RegExp(`^${FIRST} `));
    expect(team.said[2]).toBe(`${SECOND}  candidate of commit — until ${end}`);
    const signed = await team.target.read(`${SECOND}/release.json.sig`);
    await promote(team, SECOND, never);
    expect(team.said).toContain(`mfe-blog releases ${SECOND} unchanged`);
    const last = (await releasesAt(team.target).history()).at(-1);
    expect([await current(), last]).toMatchObject([SECOND, { version: SECOND, kind: 'release' }]);
    expect(await team.target.read(`${SECOND}/release.json.sig`)).toEqual(signed);
  });

  test.each([
    ['', HOUR, SECOND],
    [FIRST, HOUR, SECOND],
    [SECOND, -1, 'none'],
  ])('is all that can be promoted, until its end, not “%s”', async (version, endsInMs, candidates) => {
    await publishCandidate(endsInMs);
    await expect(promote(team, version, never)).rejects.toThrow(
      `“${version}” is not a candidate of mfe-blog; candidates: ${candidates}`,
    );
  });
});

describe('a rollback', () => {
  const rolledBack = async (version?: string) => {
    await rollBack(team, version, never);
    return current();
  };

  test('goes back by one version, the next time forward again, and to any version on request', async () => {
    await publishSamples(team, FIRST, SECOND, THIRD);
    expect(await rolledBack()).toBe(SECOND);
    expect(team.said[0]).toBe(`mfe-blog is rolled back from ${THIRD} to ${SECOND}`);
    expect(await rolledBack()).toBe(THIRD);
    expect(await rolledBack(FIRST)).toBe(FIRST);
  });

  test('and a promotion write a newer pointer, signed with the team’s key, also after one of a clock that is ahead', async () => {
    const ahead = new Date(Date.now() + 300_000).toISOString();
    await publishSamples(team, FIRST, SECOND);
    await team.target.update('history.json', (bytes) => {
      const history = JSON.parse(String(bytes)) as History;
      const [first] = history;
      return first?.at === ahead
        ? null
        : Buffer.from(JSON.stringify(history.map((entry) => ({ ...entry, at: ahead }))));
    });
    expect(await rolledBack()).toBe(FIRST);
    const { at } = JSON.parse(String(await team.target.read('current.json'))) as { at: string };
    expect(at).toBe(new Date(Date.parse(ahead) + 1).toISOString());
    expect(await isCurrent(team.target, { name: 'blog', version: FIRST }, publicKey)).toBe(true);
  });

  test('to the current version only waits', async () => {
    team = { ...team, site: siteReporting(blogState(FIRST), blogState(SECOND)) };
    await publishSamples(team, FIRST, SECOND);
    expect(await rolledBack(SECOND)).toBe(SECOND);
    expect(team.said).toEqual([
      `${SECOND} is already current`,
      expect.stringMatching(/^b+ is live at .*: promoted in /),
    ]);
    expect(await releasesAt(team.target).history()).toHaveLength(2);
  });

  test('to a version that was never published is rejected; so is one from the only version', async () => {
    await publishSamples(team, FIRST);
    const sentence = `mfe-blog has no release ../../other; releases: ${FIRST}`;
    await expect(rolledBack('../../other')).rejects.toThrow(sentence);
    await expect(rolledBack()).rejects.toThrow('mfe-blog has no earlier release');
    expect(await current()).toBe(FIRST);
  });

  test('is rejected when another version was released meanwhile', async () => {
    await publishSamples(team, FIRST, SECOND);
    const { target } = team;
    const others = [() => publishSamples({ target }, THIRD)];
    const update: typeof target.update = async (...change) => {
      await others.shift()?.();
      await target.update(...change);
    };
    const late = rollBack({ ...team, target: { ...target, update } }, undefined, never);
    await expect(late).rejects.toThrow(`The history has changed meanwhile, ${THIRD} is its last version`);
    expect(await current()).toBe(THIRD);
  });

  test.each([
    ['none before the first', 'a', 'a', null],
    ['none without a release', '', null, null],
    ['the one released before', 'abc', 'c', 'b'],
    ['after a rollback, the one before it', 'aba', 'a', 'b'],
    ['the same twice counts once', 'abb', 'b', 'a'],
    ['not one whose release ended before the pointer', 'abc', 'b', 'a'],
    ['none when the history does not know the current one', 'ab', 'z', null],
    ['one whose rollout had ended', 'abc', 'c', 'b', { ...ROLLOUT, seconds: 60 }],
    ['not one that was replaced during its rollout', 'abc', 'c', 'a', { ...ROLLOUT, seconds: 61 }],
    [
      'one whose rollout of an older command had ended',
      'abc',
      'c',
      'b',
      { until: '2026-01-01T12:02:00.000Z' },
    ],
  ])(
    'goes to the previous version: %s',
    (_, versions, from, expected, rollout: History[number]['rollout'] | null = null) => {
      const history = versions.split('').map((version, minute) => ({
        ...{ version, at: `2026-01-01T12:0${String(minute)}:00.000Z` },
        ...(rollout && version === 'b' && { rollout }),
      }));
      expect(previousVersion(history, from)).toBe(expected);
    },
  );
});
