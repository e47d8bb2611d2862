import { beforeEach, expect, jest, test } from '@jest/globals';
import { sampleRemoteRelease } from '../../testing/release-set';
import { sampleRelease } from '../../testing/team-origin';
import type { PartialRelease } from '@vidlunnia/releases/release';
import type { Sample } from './judge';
import type { Visits } from './visits';
import { createWatch } from './watch';

const NOW = '2026-01-08T10:30:30.000Z';
const HOUR_MS = 3_600_000;
const [A, B, C] = ['aaaaaaaaaaaa', 'bbbbbbbbbbbb', 'cccccccccccc'] as const;
const GOOD = { visitors: 100, failing: 0 };
const BAD = { visitors: 100, failing: 60 };

// The whole path, from browsers to a withdrawal: rollouts.test.ts.
let promoted: readonly { readonly version: string; readonly since: string }[];
let running: [string, PartialRelease][];
let samples: Readonly<Record<string, Sample>>;
let withdrawnElsewhere: Awaited<ReturnType<Visits['exchange']>>;
const visits = {
  startPeriod: jest.fn(),
  exchange: jest.fn<Visits['exchange']>(() => Promise.resolve(withdrawnElsewhere)),
  sampleOf: (_: string, version: string) => samples[version] ?? null,
};
const withdraw = jest.fn(() => Promise.resolve());
let watch: () => Promise<void>;
beforeEach(() => {
  jest.useFakeTimers({ now: new Date(NOW) });
  jest.clearAllMocks();
  promoted = [];
  running = [];
  samples = {};
  withdrawnElsewhere = [];
  const releases = { news: { ...sampleRelease('news'), release: sampleRemoteRelease('news') } };
  watch = createWatch({
    visits,
    rollouts: { running: () => running },
    liveSet: { live: () => ({ releases }), withdraw },
    store: { promoted: () => promoted.map((release) => ({ ...release, commit: null })) },
  });
});

const ago = (milliseconds: number) => new Date(Date.now() - milliseconds).toISOString();
/** The live release was promoted at this time, an earlier one long before. */
const promote = (since: string) =>
  (promoted = [
    { version: B, since },
    { version: A, since: ago(HOUR_MS) },
  ]);
const rollOut = (version: string) => {
  const rollout = { percent: 10, until: '2026-01-09T00:00:00.000Z', visitors: 30 };
  running = [['news', { version, commit: null, since: NOW, rollout }]];
};
const askedFor = () => visits.exchange.mock.calls.map(([releases]) => releases);

test('visitors of the live release and five earlier ones are added up for a week, by the hour', async () => {
  promoted = Array.from({ length: 8 }, (_, index) => ({
    version: String(index).repeat(12),
    since: ago(HOUR_MS),
  }));
  await watch();
  const since = '2026-01-01T10:00:00.000Z';
  const first = promoted.slice(0, 6).map(({ version }) => ({ remote: 'news', version, since }));
  expect(askedFor()).toEqual([first]);
  expect(visits.startPeriod).not.toHaveBeenCalled();
});

test('without a comparison, one in five calls exchanges counts', async () => {
  for (let call = 0; call < 6; call += 1) await watch();
  expect(visits.exchange).toHaveBeenCalledTimes(2);
});

test('a rollout is compared with the live release from its start, a minute early for other clocks', async () => {
  promote(ago(HOUR_MS));
  rollOut(C);
  await watch();
  const since = '2026-01-08T10:29:00.000Z';
  expect(askedFor()).toEqual([[C, B, A].map((version) => ({ remote: 'news', version, since }))]);
});

test('counting restarts at the start and the end of a comparison', async () => {
  promote(ago(0));
  for (let time = 0; time < 2; time += 1) await watch();
  rollOut(C);
  for (let time = 0; time < 2; time += 1) await watch();
  running = [];
  jest.advanceTimersByTime(600_000);
  for (let time = 0; time < 2; time += 1) await watch();
  expect(visits.startPeriod.mock.calls).toEqual([['news'], ['news'], ['news']]);
});

test('a worse release is reported to the other hosts, then withdrawn', async () => {
  promote(ago(599_999));
  samples = { [A]: GOOD, [B]: BAD };
  withdraw.mockImplementationOnce(() => {
    expect(visits.exchange).toHaveBeenCalledTimes(2);
    return Promise.resolve();
  });
  await watch();
  const reason = `60 of 100 visitors met a failure, 0 of 100 visitors of ${A}`;
  expect(visits.exchange.mock.lastCall?.[1]).toEqual([{ remote: 'news', version: B, reason }]);
  expect(withdraw.mock.calls).toEqual([['news', B, reason]]);
});

test('a first release is not compared; a release that another host withdrew is withdrawn', async () => {
  promoted = [{ version: B, since: NOW }];
  withdrawnElsewhere = [{ remote: 'news', version: B, reason: 'it throws' }];
  await watch();
  expect(visits.startPeriod).not.toHaveBeenCalled();
  expect(withdraw.mock.calls).toEqual([['news', B, 'it throws']]);
});

test.each<[string, number, typeof samples]>([
  ['ten minutes after its promotion', 600_000, { [A]: GOOD, [B]: BAD }],
  ['while its own visitors are unknown', 0, { [A]: GOOD }],
  ['while the earlier release’s visitors are unknown', 0, { [B]: BAD }],
  ['if it is not worse', 0, { [A]: BAD, [B]: BAD }],
])('a release is not withdrawn %s', async (_, ageMs, given) => {
  promote(ago(ageMs));
  samples = given;
  await watch();
  expect(withdraw).not.toHaveBeenCalled();
});
