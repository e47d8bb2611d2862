import { expect, test } from '@jest/globals';
import { VISITS_PATH, type VisitsRequest, type VisitsResponse } from '@vidlunnia/contracts/visits';
import { removeOldVisits } from '../../src/routes/visits';
import { build, post } from '../support/build';
import { postgres } from '../support/on-postgres';

const database = postgres();
const blog = { remote: 'blog', version: 'aaaaaaaaaaaa' };
const next = { remote: 'blog', version: 'bbbbbbbbbbbb' };
const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();
const [EARLY, NOW] = [ago(60), ago(1)];
const DAY = 24 * 60;

const send = async (body: object) => (await build(database()))(VISITS_PATH, post(body));
async function exchange(changes: Partial<VisitsRequest>): Promise<VisitsResponse> {
  const response = await send({ counts: [], withdrawn: [], releases: [], ...changes });
  expect(response.status).toBe(200);
  return response.json as VisitsResponse;
}
const sumsOf = async (release: typeof blog, since: string) =>
  (await exchange({ releases: [{ ...release, since }] })).totals.map(({ what, count }) => [what, count]);

test('counts of all shells add up, from a time on', async () => {
  const first = [
    { ...blog, at: EARLY, what: 'visitors', count: 3 },
    { ...blog, at: NOW, what: 'visitors', count: 4 },
    { ...next, at: NOW, what: 'visitors', count: 100 },
  ];
  await exchange({ counts: first });
  await exchange({ counts: [{ ...blog, at: NOW, what: 'visitors', count: 5 }] });
  expect(await sumsOf(blog, ago(120))).toEqual([['visitors', 12]]);
  expect(await sumsOf(blog, ago(2))).toEqual([['visitors', 9]]);
  expect(await sumsOf({ ...blog, remote: 'forms' }, EARLY)).toEqual([]);
});

test('a withdrawal is told to whoever asks about its release; the first reason stays', async () => {
  const since = EARLY;
  expect((await exchange({ withdrawn: [{ ...next, reason: 'it throws' }] })).withdrawn).toEqual([]);
  await exchange({ withdrawn: [{ ...next, reason: 'later' }] });
  const { withdrawn } = await exchange({
    releases: [
      { ...blog, since },
      { ...next, since },
    ],
  });
  expect(withdrawn).toEqual([{ ...next, reason: 'it throws' }]);
});

test('all replicas have the same key', async () => {
  const { key } = await exchange({});
  expect(key).toMatch(/^[\w-]{43}$/);
  expect((await exchange({})).key).toBe(key);
});

test('counts are removed after a week', async () => {
  const counts = [ago(8 * DAY), ago(6 * DAY)].map((at) => ({ ...blog, at, what: 'failing', count: 1 }));
  await exchange({ counts });
  await removeOldVisits(database());
  expect(await sumsOf(blog, ago(30 * DAY))).toEqual([['failing', 1]]);
});

test.each([
  ['another kind', { what: 'sales' }],
  ['an invented version', { version: '../..' }],
  ['no time', { at: 'yesterday' }],
  ['a negative count', { count: -1 }],
])('%s is rejected', async (_, changes) => {
  const counts = [{ ...blog, at: NOW, what: 'failing', count: 1, ...changes }];
  expect((await send({ counts, withdrawn: [], releases: [] })).status).toBe(422);
});
