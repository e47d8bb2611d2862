import { beforeEach, describe, expect, test } from '@jest/globals';
import { makeKeyPair } from '@vidlunnia/releases/signature';
import { listReleases } from './list-releases';
import { awaitPromotion, previousVersion, promote, rollBack } from './promotion';
import { publish, releasesAt } from './publish';
import { FIRST, SECOND, sampleRelease } from './testing/sample-release';
import { blogState, liveReleases, publishSamples, sampleTeam, siteReporting } from './testing/sample-team';

const THIRD = 'cccccccccccc';
const never = new AbortController().signal;

let team: ReturnType<typeof sampleTeam>;
beforeEach(() => {
  team = sampleTeam(siteReporting());
});
const current = () => releasesAt(team.target).current();

describe('a wait for the promotion', () => {
  const rejected = (at: string, version: string | null = SECOND) =>
    blogState(FIRST, { rejections: [{ version, step: 'render-test', reason: 'Post crashes', at }] });
  const OLD = rejected('2026-01-01T00:00:05Z');
  const NEW = rejected('2026-01-01T00:00:09Z');
  const NONE = blogState(FIRST);
  const wait = (states: readonly ReturnType<typeof blogState>[], signal = never, deadlineMs = 60_000) => {
    team = { ...team, site: siteReporting(...states) };
    return awaitPromotion(team, SECOND, liveReleases(OLD), signal, deadlineMs);
  };

  test('reports it with its seconds; older rejections and those of other versions are ignored', async () => {
    const ofAnother = rejected('2026-01-01T00:00:09Z', FIRST);
    await wait([NONE, ofAnother, OLD, blogState(SECOND, { rejections: OLD.rejections })]);
    expect(team.said).toEqual([
      expect.stringMatching(RegExp(`^${SECOND} is live at ${team.site.url}: promoted in \\d+\\.\\d s$`)),
    ]);
  });

  test('rejects with the step and the reason of a rejection', async () => {
    await expect(wait([NONE, NEW])).rejects.toThrow(
      `${SECOND} was rejected at render-test: Post crashes; the current release stays live`,
    );
  });

  test.each([
    ['an older rejection', [OLD], 'the shell’s last rejection was at render-test: Post crashes'],
    ['a pointer that the shell cannot read', [rejected('', null)], 'the shell’s last rejection was at'],
    ['what is live', [NONE], `${FIRST} is still live`],
    ['no answer', [], 'nobody answers'],
  ])('rejects past the deadline with %s', async (_, states, reason) => {
    const error = await wait(states, never, 0).catch(String);
    expect(error).toMatch(/b+ is published, but not live after 0\.\d s: /);
    expect(error).toContain(reason);
  });

  test('with a rollout reports what its visitors meet, until it is live', async () => {
    const rollout = { percent: 10, until: new Date(Date.now() + 60_000).toISOString() };
    const visits = { visitors: 40, failing: 1, lcp: null, inp: null };
    const partial = { version: SECOND, commit: null, since: '2026-01-01T00:00:00Z', rollout, visits };
    await wait([blogState(FIRST, { partial }), blogState(SECOND)], never, 0);
    expect(team.said).toEqual([
      `${SECOND} goes to 10 % of visitors until ${rollout.until}: 1 of 40 visitors met a failure; with ${FIRST} no counts. Ctrl-C ends only the waiting`,
      expect.stringContaining(`${SECOND} is live at`),
    ]);
  });

  test('after a rollback also waits for the end of the rollout', async () => {
    const rollout = { percent: 10, until: '2999-01-01T00:00:00.000Z' };
    const partial = { version: THIRD, commit: null, since: '2026-01-01T00:00:00Z', rollout };
    const site = siteReporting(blogState(SECOND, { partial }), blogState(SECOND));
    let requests = 0;
    const ask = () => {
      requests += 1;
      return site.ask();
    };
    await awaitPromotion({ ...team, site: { url: site.url, ask } }, SECOND, liveReleases(NONE), never);
    expect(requests).toBe(2);
  });

  test('rejects when visitors withdrew it', async () => {
    const reason = '8 of 16 visitors met a failure, 0 of 150 visitors of aaaaaaaaaaaa';
    const withdrawn = { version: SECOND, step: 'visitors', reason, at: '2026-01-01T00:00:09Z' } as const;
    await expect(wait([NONE, blogState(FIRST, { rejections: [withdrawn] })])).rejects.toThrow(
      `${SECOND} was withdrawn: ${reason}; the release before it is live`,
    );
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
  const { privateKey } = makeKeyPair();
  const rollout = { percent: 10, until: '2999-01-01T00:00:00.000Z' };
  const pointer = async () => JSON.parse(String(await team.target.read('current.json'))) as object;
  beforeEach(async () => {
    await publishSamples(team, FIRST);
    await publish(team.target, sampleRelease(SECOND), privateKey, { rollout });
  });

  test('is in the pointer; the same again changes nothing, another share does', async () => {
    expect(await pointer()).toEqual({ version: SECOND, previous: FIRST, rollout });
    await publish(team.target, sampleRelease(SECOND), privateKey, { rollout });
    expect(await releasesAt(team.target).history()).toHaveLength(2);
    await publish(team.target, sampleRelease(SECOND), privateKey, { rollout: { ...rollout, percent: 50 } });
    expect(await pointer()).toEqual({
      version: SECOND,
      previous: FIRST,
      rollout: { ...rollout, percent: 50 },
    });
  });

  test('ends early for all visitors by a promotion, for none by a rollback', async () => {
    await promote(team, SECOND, never);
    expect(await pointer()).toEqual({ version: SECOND, previous: FIRST });
    await publish(team.target, sampleRelease(THIRD), privateKey, { rollout });
    await rollBack(team, undefined, never);
    expect(await pointer()).toEqual({ version: SECOND, previous: THIRD });
  });
});

test('a withdrawn version is neither promoted nor rolled back to', async () => {
  const { privateKey } = makeKeyPair();
  const rollout = { percent: 10, until: '2999-01-01T00:00:00.000Z' };
  const rejections = [{ version: SECOND, step: 'visitors', reason: 'harm', at: rollout.until } as const];
  const reporting = (...versions: string[]) => {
    team = {
      ...team,
      site: siteReporting(...versions.map((version) => blogState(version, { rejections }))),
    };
  };
  await publishSamples(team, FIRST);
  await publish(team.target, sampleRelease(SECOND), privateKey, { rollout });
  reporting(FIRST);
  const sentence = `${SECOND} was withdrawn: harm. ${team.site.url} will not accept it again`;
  await expect(promote(team, SECOND, never)).rejects.toThrow(sentence);
  await expect(rollBack(team, SECOND, never)).rejects.toThrow(sentence);
  // In the rollout of another version, the live one is restored; without a rollout, the one before the withdrawn one.
  await publish(team.target, sampleRelease(THIRD), privateKey, { rollout });
  await rollBack(team, undefined, never);
  expect(await current()).toBe(FIRST);
  await publishSamples(team, SECOND, THIRD);
  reporting(THIRD, FIRST);
  await rollBack(team, undefined, never);
  expect(await current()).toBe(FIRST);
});

describe('a candidate', () => {
  const HOUR = 3_600_000;
  const { privateKey } = makeKeyPair();
  const publishCandidate = async (version: string, endsInMs = HOUR) => {
    const until = new Date(Date.now() + endsInMs);
    await publish(team.target, sampleRelease(version), privateKey, { until });
    return until;
  };
  const prune = (graceMs?: number) =>
    releasesAt(team.target).prune({ kept: 20, ...(graceMs !== undefined && { graceMs }) });
  beforeEach(() => publishSamples(team, FIRST));

  test('is published and listed, but neither pointer nor history names it', async () => {
    const until = await publishCandidate(SECOND);
    expect([await current(), (await releasesAt(team.target).history()).length]).toEqual([FIRST, 1]);
    await listReleases(team);
    const end = until.toISOString().slice(0, 19).replace('T', ' ');
    expect(team.said[1]).toMatch(RegExp(`^${FIRST} `));
    expect(team.said[2]).toBe(`${SECOND}  candidate of commit — until ${end}`);
  });

  test('is promoted: the pointer moves to the same bytes, as a release', async () => {
    await publishCandidate(SECOND);
    const signed = await team.target.read(`${SECOND}/release.json.sig`);
    await promote(team, SECOND, never);
    expect(await current()).toBe(SECOND);
    const last = (await releasesAt(team.target).history()).at(-1);
    expect(last).toMatchObject({ version: SECOND, kind: 'release' });
    expect(await team.target.read(`${SECOND}/release.json.sig`)).toEqual(signed);
    expect(team.said[0]).toBe(`mfe-blog releases ${SECOND} unchanged`);
  });

  test.each(['', FIRST])('is the only version that can be promoted, so “%s” is rejected', async (version) => {
    await publishCandidate(SECOND);
    await expect(promote(team, version, never)).rejects.toThrow(
      `“${version}” is not a candidate of mfe-blog; candidates: ${SECOND}`,
    );
  });

  test('stays until it ends, also when the same sources are released again', async () => {
    await publishCandidate(SECOND);
    await publishCandidate(SECOND, 60_000);
    const [candidate] = await releasesAt(team.target).candidates();
    expect(Date.parse(candidate?.until ?? '')).toBeGreaterThan(Date.now() + HOUR / 2);
    expect(await prune(0)).toEqual([]);
    expect(await team.target.read(`${SECOND}/release.json.sig`)).not.toBeNull();
  });

  test('cannot be promoted after its end; its files go after the grace period', async () => {
    await publishCandidate(SECOND, -1);
    await expect(promote(team, SECOND, never)).rejects.toThrow('candidates: none');
    expect(await prune()).toEqual([]);
    expect(await prune(0)).toEqual([SECOND]);
  });

  test('is removed before its end when there are twenty newer ones', async () => {
    await publishCandidate(SECOND);
    for (let index = 0; index < 20; index++) await publishCandidate(String(index).padStart(12, '0'));
    expect(await prune(0)).toEqual([SECOND]);
    expect(await releasesAt(team.target).candidates()).toHaveLength(20);
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
    let isFirst = true;
    const update: typeof target.update = async (name, change) => {
      if (isFirst) {
        isFirst = false;
        await publishSamples({ target }, THIRD);
      }
      await target.update(name, change);
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
  ])('goes to the previous version: %s', (_, versions, from, expected) => {
    const history = versions.split('').map((version) => ({ version, at: '' }));
    expect(previousVersion(history, from)).toBe(expected);
  });

  test.each([
    ['one whose rollout had ended', '12:29', SECOND],
    ['not one that was replaced during its rollout', '12:31', FIRST],
  ])('goes to the previous version: %s', (_, end, expected) => {
    const rollout = { percent: 10, until: `2026-01-01T${end}:00.000Z` };
    const at = '2026-01-01T12:30:00.000Z';
    const history = [
      { version: FIRST, at },
      { version: SECOND, at, rollout },
      { version: THIRD, at },
    ];
    expect(previousVersion(history, THIRD)).toBe(expected);
  });
});
