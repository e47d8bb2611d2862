/** @jest-environment ./test/support/pglite-environment.ts */
import { expect, test } from '@jest/globals';
import { eq, sql } from 'drizzle-orm';
import { applications, deliveries } from '../../src/database/schema';
import { countSubmissions, listedFields, listSubmissions } from '../../src/submissions/list-submissions';
import { storeApplication } from '../../src/submissions/store-submission';
import { allOf } from '../support/all-of';
import { onEachDatabase } from '../support/on-each-database';
import { application } from '../support/payloads';

onEachDatabase((database) => {
  test('submissions are listed newest last, without what is only the API’s', async () => {
    await storeApplication(database(), { ...application, name: 'A' }, 'key');
    await storeApplication(database(), { ...application, name: 'B' }, undefined);
    const listed = await allOf(listSubmissions(database(), { kind: 'applications' }));
    expect(listed.map(({ name }) => name)).toEqual(['A', 'B']);
    expect(Object.keys(listed[0] ?? {}).sort()).toEqual(listedFields('applications').sort());
  });

  test('since leaves out what is older', async () => {
    const old = {
      ...application,
      resume_text: null,
      fingerprint: '',
      created_at: new Date('2026-01-01T00:00:00Z'),
    };
    await database().insert(applications).values(old);
    await storeApplication(database(), { ...application, name: 'B' }, undefined);
    const listed = await allOf(listSubmissions(database(), { kind: 'applications', since: '2026-01-02' }));
    expect(listed.map(({ name }) => name)).toEqual(['B']);
  });

  test('pages of any length give each submission once, also those of one instant', async () => {
    const row = { ...application, resume_text: null, fingerprint: '' };
    const at = sql`'2026-01-01T00:00:00.000001Z'::timestamptz`;
    await database()
      .insert(applications)
      .values(['A', 'B', 'C', 'D', 'E'].map((name) => ({ ...row, name, created_at: at })));
    for (const page of [1, 2, 5, 6]) {
      const listed = await allOf(listSubmissions(database(), { kind: 'applications' }, page));
      expect(listed.map(({ name }) => name).sort()).toEqual(['A', 'B', 'C', 'D', 'E']);
    }
    expect(await allOf(countSubmissions(database(), { kind: 'applications' }))).toEqual([{ count: '5' }]);
  });

  test('beside each stands what became of its deliveries', async () => {
    await storeApplication(database(), application, undefined, { channels: ['webhook', 'staff'] });
    await storeApplication(database(), application, undefined);
    await database().update(deliveries).set({ state: 'dead' }).where(eq(deliveries.channel, 'webhook'));
    const listed = await allOf(listSubmissions(database(), { kind: 'applications' }));
    expect(listed.map(({ delivery }) => delivery)).toEqual(['staff pending, webhook dead', null]);
  });

  test('suspected ones are left out', async () => {
    await database()
      .insert(applications)
      .values({ ...application, resume_text: null, fingerprint: '', suspicion: 'honeypot' });
    expect(await allOf(listSubmissions(database(), { kind: 'applications' }))).toEqual([]);
    expect(await allOf(countSubmissions(database(), { kind: 'applications' }))).toEqual([{ count: '0' }]);
  });
});
