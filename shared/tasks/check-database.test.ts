import { expect, test } from '@jest/globals';
import { startLocalServer, unreachableOrigin } from '../testing';
import { checkDatabase } from './check-database';

const hostOf = (origin: string) => new URL(origin).host;

test.each([[{}], [{ DATABASE_URL: '' }], [{ DATABASE_URL: 'postgres:///site?host=/run/postgresql' }]])(
  'without an address there is nothing to reach: %p',
  async (environment) => {
    await expect(checkDatabase(environment)).resolves.toBeUndefined();
  },
);

test('an address at which somebody listens is fine', async () => {
  const { origin } = await startLocalServer(() => undefined);
  const environment = { DATABASE_URL: `postgresql://site:secret@${hostOf(origin)}/site` };
  await expect(checkDatabase(environment)).resolves.toBeUndefined();
});

test.each(['mysql://db/site', 'db:5432', 'postgres://db:port/site'])(
  'what is no address of a PostgreSQL is refused: %s',
  async (value) => {
    await expect(checkDatabase({ DATABASE_URL: value })).rejects.toThrow(
      'DATABASE_URL must be a URL that begins with postgres:// or postgresql://',
    );
  },
);

test('where nobody listens it says where, and never the password', async () => {
  const host = hostOf(await unreachableOrigin());
  const refused = checkDatabase({ DATABASE_URL: `postgres://site:secret@${host}/site` });
  await expect(refused).rejects.toThrow(
    `DATABASE_URL: nobody answers at ${host}; start PostgreSQL there, or name where it is`,
  );
});
