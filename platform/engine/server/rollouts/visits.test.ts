import { beforeEach, expect, jest, test } from '@jest/globals';
import type { VisitsRequest, VisitsResponse } from '@vidlunnia/releases/visits';
import { releaseSetOf, sampleRemoteRelease } from '../../testing/release-set';
import { Visits } from './visits';

const [A, B] = ['aaaaaaaaaaaa', 'bbbbbbbbbbbb'] as const;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const SET = releaseSetOf(['news', sampleRemoteRelease('news', A)], ['shop', sampleRemoteRelease('shop', B)]);
const WITHDRAWAL = { remote: 'news', version: A, reason: 'it throws' };
const [ADDRESS, OTHER] = ['203.0.113.1', '203.0.113.2'] as const;

let sent: VisitsRequest[];
let answer: Partial<VisitsResponse> | null;
const fetchApi = jest.spyOn(globalThis, 'fetch');
let visits: Visits;
beforeEach(() => {
  jest.useFakeTimers({ now: new Date('2026-01-08T10:30:30.000Z') });
  sent = [];
  answer = {};
  fetchApi.mockReset().mockImplementation(async (_, { body } = {}) => {
    sent.push((await new Response(body).json()) as VisitsRequest);
    if (answer === null) throw new TypeError('fetch failed');
    return Response.json({ totals: [], withdrawn: [], ...answer });
  });
  visits = new Visits({ apiOrigin: 'http://api' });
});

const begin = (address: string) => {
  visits.begin(address, SET);
};
/** New counts of the news, without their times. */
async function newCounts(): Promise<Record<string, number>> {
  await visits.exchange([]);
  const own = (sent.at(-1)?.counts ?? []).filter(({ remote }) => remote === 'news');
  return Object.fromEntries(own.map(({ what, count }) => [what, count]));
}

test('visitors are counted for each release, once a day, in slots of an hour; every exchange sends the new ones', async () => {
  for (const address of [ADDRESS, ADDRESS, OTHER]) begin(address);
  const releases = [{ remote: 'news', version: A, since: '2026-01-08T00:00:00.000Z' }];
  await visits.exchange(releases);
  const at = '2026-01-08T10:00:00.000Z';
  expect(sent.at(-1)).toEqual({
    counts: [
      { remote: 'news', version: A, at, what: 'visitors', count: 2 },
      { remote: 'shop', version: B, at, what: 'visitors', count: 2 },
    ],
    withdrawn: [],
    releases,
  });
  expect(fetchApi.mock.lastCall).toMatchObject(['http://api/internal/visits', { method: 'POST' }]);
  begin(ADDRESS);
  expect(await newCounts()).toEqual({});
  jest.advanceTimersByTime(DAY_MS + 1);
  begin(ADDRESS);
  expect(await newCounts()).toEqual({ visitors: 1 });
});

test('a new period counts every address of a remote again, apart from the counts before it in the same hour', async () => {
  begin(ADDRESS);
  await newCounts();
  visits.startPeriod('news');
  begin(ADDRESS);
  for (const address of [OTHER, '203.0.113.3']) {
    jest.advanceTimersByTime(15 * 60_000);
    begin(address);
  }
  await visits.exchange([]);
  const visitor = { remote: 'news', version: A, what: 'visitors', count: 1 };
  const [half, next] = ['2026-01-08T10:30:00.000Z', '2026-01-08T11:00:00.000Z'];
  const ofBlog = sent.at(-1)?.counts.filter(({ remote }) => remote === 'news');
  expect(ofBlog).toEqual([
    { ...visitor, at: half, count: 2 },
    { ...visitor, at: next },
  ]);
});

test('a period that began while the clock was ahead counts by the hour', async () => {
  jest.setSystemTime(new Date('2027-01-08T10:30:30.000Z'));
  visits.startPeriod('news');
  jest.setSystemTime(new Date('2026-01-08T10:30:30.000Z'));
  begin(ADDRESS);
  await visits.exchange([]);
  expect(sent.at(-1)?.counts[0]?.at).toBe('2026-01-08T10:00:00.000Z');
});

test.each([
  ['203.0.113.1', '203.0.113.2', 2],
  ['203.0.113.1', '::ffff:203.0.113.1', 1],
  // One customer may have a whole prefix of 48 bits.
  ['2001:db8:1:2::1', '2001:db8:1:3:4:5:6:7', 1],
  ['2001:db8:1:2::1', '2001:db8:2:2::1', 2],
  ['2001:db8::1', '2001:db8:0:1::1', 1],
])('%s and %s count as %d', async (one, other, visitors) => {
  for (const address of [one, other]) begin(address);
  expect(await newCounts()).toEqual({ visitors });
});

test('a failure on the server counts with its visitor', async () => {
  visits.failedOnServer(ADDRESS, 'news', A);
  expect(await newCounts()).toEqual({ visitors: 1, failing: 1 });
});

test.each<[string, number[], [set: string, address: string, remote: string, version: string]]>([
  ['of a visitor', [1], [SET.id, ADDRESS, 'news', A]],
  ['from an address without a visit', [1], [SET.id, OTHER, 'news', A]],
  ['of another release', [], [SET.id, ADDRESS, 'news', B]],
  ['of an unknown remote', [], [SET.id, ADDRESS, 'shop', A]],
  ['without a visit', [], ['', ADDRESS, 'news', A]],
])('a failure %s, reported twice, is counted as %j', async (_, counted, report) => {
  begin(ADDRESS);
  for (let time = 0; time < 2; time += 1) visits.failed(...report);
  await visits.exchange([]);
  const failing = sent.at(-1)?.counts.filter(({ what }) => what === 'failing');
  expect(failing?.map(({ count }) => count)).toEqual(counted);
});

test('of each measurement an address counts once, in the bucket of its value', async () => {
  for (const [index, value] of [500, 501, 6_000, 6_001].entries()) {
    const address = `203.0.113.${String(index)}`;
    begin(address);
    for (const each of [value, 1]) visits.measured(SET.id, address, 'lcp', each);
    visits.measured(SET.id, address, 'inp', 1);
  }
  visits.measured('', ADDRESS, 'lcp', 1);
  expect(await newCounts()).toEqual({
    visitors: 4,
    'lcp-0': 1,
    'lcp-1': 1,
    'lcp-7': 1,
    'lcp-8': 1,
    'inp-0': 4,
  });
});

test('a withdrawal is sent to the API until it responds; the response has those of all hosts', async () => {
  answer = null;
  expect(await visits.exchange([], [WITHDRAWAL])).toEqual([]);
  answer = { withdrawn: [WITHDRAWAL] };
  expect(await visits.exchange([])).toEqual([WITHDRAWAL]);
  await visits.exchange([]);
  expect(sent.slice(-3).map(({ withdrawn }) => withdrawn)).toEqual([[WITHDRAWAL], [WITHDRAWAL], []]);
});

test('the API says which versions were withdrawn', async () => {
  answer = { withdrawn: [WITHDRAWAL] };
  expect(await visits.withdrawnOf('news', [{ version: A }, { version: B }])).toEqual([WITHDRAWAL]);
  const since = new Date().toISOString();
  const releases = [A, B].map((version) => ({ remote: 'news', version, since }));
  expect(sent.at(-1)).toEqual({ counts: [], withdrawn: [], releases });
  answer = null;
  expect(await visits.withdrawnOf('news', [{ version: A }])).toEqual([]);
});

test('the API is ignored when its response is malformed or missing', async () => {
  for (answer of [{ withdrawn: [{ ...WITHDRAWAL, remote: '../x' }] }, null]) {
    expect(await visits.exchange([])).toEqual([]);
    expect([visits.sampleOf('news', A), visits.reportOf('news', A)]).toEqual([null, {}]);
  }
});

test('a report has the sums of all hosts, and the 75th percentile of each measurement', async () => {
  const totals = (version: string, counts: Readonly<Record<string, number>>) =>
    Object.entries(counts).map(([what, count]) => ({ remote: 'news', version, what, count }));
  answer = {
    totals: [
      ...totals(A, { visitors: 8, failing: 1, 'lcp-0': 5, 'lcp-2': 1, 'lcp-8': 2, 'inp-7': 1 }),
      ...totals(B, { visitors: 2, failing: 3 }),
    ],
  };
  await visits.exchange([]);
  const none = { lcp: null, inp: null };
  expect(visits.reportOf('news', A).visits).toEqual({ visitors: 8, failing: 1, lcp: 1_500, inp: 1_000 });
  // A visitor who only failed counts too.
  expect(visits.reportOf('news', B).visits).toEqual({ visitors: 3, failing: 3, ...none });
  expect(visits.reportOf('shop', B).visits).toEqual({ visitors: 0, failing: 0, ...none });
});
