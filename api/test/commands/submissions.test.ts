import { expect, test } from '@jest/globals';
import { sql } from 'drizzle-orm';
import { submissionsCommand } from '../../src/commands/submissions';
import { readEnvironment } from '../../src/config/environment';
import { openPostgres } from '../../src/database/open-postgres';
import { emptyPostgres } from '../support/on-postgres';
import { written } from '../support/written';

const url = emptyPostgres();

test('a thousand rows are exported in parts: complete, in order, with one header', async () => {
  const { database, close } = await openPostgres(url());
  await database.execute(sql`
    INSERT INTO messages (created_at, name, email, phone, message, fingerprint)
    SELECT timestamptz '2026-01-01' + n * interval '1 microsecond', n, 'a@b', '1', 'x', ''
    FROM generate_series(1, 1200) AS n`);
  await close();
  const environment = readEnvironment({ DATABASE_URL: url() });
  const writes = await written(() => submissionsCommand(environment, ['--csv', 'messages']));
  expect(Math.max(...writes.map((text) => text.split('\r\n').length))).toBeLessThanOrEqual(502);
  const [header, ...lines] = writes.join('').split('\r\n');
  expect(header).toMatch(/^\uFEFFcreated_at,name,/);
  const numbers = lines.flatMap((line) => line.split(',')[1] ?? []).map(Number);
  expect(numbers).toEqual(Array.from({ length: 1200 }, (_, index) => index + 1));
});

test('retention by hand says what it removes, and refuses a jump of the clock with the remedy', async () => {
  const environment = readEnvironment({ DATABASE_URL: url(), RETENTION_MONTHS: '1' });
  const retention = (...args: string[]) => submissionsCommand(environment, ['retention', ...args]);
  await expect(written(() => retention())).rejects.toThrow(
    /^1200 more submissions look older than 1 months, but are kept: .* add --today with the date of today$/,
  );
  const said = await written(() => retention('--today', new Date().toISOString().slice(0, 10)));
  const counts = 'applications 0, messages 1200, deliveries 0, trials 0';
  expect(said[0]).toMatch(new RegExp(`^Older than 1 months, created before 20\\S+Z: ${counts}\\n$`));
  expect(said[1]).toBe(`Removed: ${counts}\n`);
});
