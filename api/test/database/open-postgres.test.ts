import { expect, test } from '@jest/globals';
import { sql } from 'drizzle-orm';
import { openPostgres } from '../../src/database/open-postgres';
import { onPostgres } from '../support/on-each-database';

onPostgres((url) => {
  test('replicas that start together migrate once', async () => {
    const replicas = await Promise.all([1, 2, 3, 4].map(() => openPostgres(url())));
    const [first] = replicas;
    const applied = await first?.database.execute(
      sql`SELECT count(*)::int AS n FROM drizzle.__drizzle_migrations`,
    );
    expect(applied).toMatchObject({ rows: [{ n: 1 }] });
    await Promise.all(replicas.map(({ close }) => close()));
  });
});
