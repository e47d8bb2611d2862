import { expect, test } from '@jest/globals';
import { sql } from 'drizzle-orm';
import { digestDue, digestId, isInDayOf } from '../../src/submissions/digest-day';
import { postgres } from '../support/on-postgres';

const database = postgres();

// Kyiv is two hours ahead of UTC in winter, three in summer; it changed on 29 March and on 25 October 2026.
test.each([
  ['a day of winter', '2026-01-15T07:00:00Z', '2026-01-16T07:00:00Z'],
  ['a day of summer', '2026-07-15T06:00:00Z', '2026-07-16T06:00:00Z'],
  ['the short day', '2026-03-28T07:00:00Z', '2026-03-29T06:00:00Z'],
  ['the long day', '2026-10-24T06:00:00Z', '2026-10-25T07:00:00Z'],
])('%s is from nine to nine in Kyiv, and its digest is due a minute later', async (_, first, next) => {
  const [begin, end] = [sql`${first}::timestamptz`, sql`${next}::timestamptz`];
  const instant = sql`instant`;
  const rows = await database()
    .select({
      inside: sql`${isInDayOf(begin, instant)}`,
      same: sql`${digestId(instant)} = ${digestId(begin)}`,
      due: sql`${digestDue(instant)} = ${end} + interval '1 minute'`,
    })
    .from(
      sql`(VALUES
        (1, ${begin} - interval '1 microsecond'),
        (2, ${begin}),
        (3, ${end} - interval '1 microsecond'),
        (4, ${end})
      ) AS instants (number, instant)`,
    )
    .orderBy(sql`number`);
  const [inside, outside] = [true, false].map((is) => ({ inside: is, same: is, due: is }));
  expect(rows).toEqual([outside, inside, inside, outside]);
});
