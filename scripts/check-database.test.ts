import { expect, test } from '@jest/globals';
import { startLocalServer, unreachableOrigin } from '@vidlunnia/http/testing';
import { checkDatabase } from './check-database';

const hostOf = (origin: string) => new URL(origin).host;

test.each(['', 'postgres:///site?host=/run/postgresql'])(
  'without an address there is nothing to reach: “%s”',
  async (DATABASE_URL) => {
    await expect(checkDatabase({ DATABASE_URL })).resolves.toBeUndefined();
  },
);

test.each(['db/site', 'mysql://127.0.0.1:1/site'])(
  'what is none of PostgreSQL’s is rejected: “%s”',
  async (DATABASE_URL) => {
    await expect(checkDatabase({ DATABASE_URL })).rejects.toThrow(/^DATABASE_URL has to be a URL/);
  },
);

test('an address at which somebody listens is fine', async () => {
  const { origin } = await startLocalServer(() => undefined);
  const environment = { DATABASE_URL: `postgresql://site:secret@${hostOf(origin)}/site` };
  await expect(checkDatabase(environment)).resolves.toBeUndefined();
});

test('where nobody listens it says where, and never the password', async () => {
  const host = hostOf(await unreachableOrigin());
  const rejected = checkDatabase({ DATABASE_URL: `postgres://site:secret@${host}/site` });
  await expect(rejected).rejects.toThrow(
    `DATABASE_URL: nobody answers at ${host}; start PostgreSQL there, or name where it is`,
  );
});
