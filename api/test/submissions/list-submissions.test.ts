/** @jest-environment ./test/support/pglite-environment.ts */
import { expect, test } from '@jest/globals';
import { applications } from '../../src/database/schema';
import { listSubmissions, submissionFields } from '../../src/submissions/list-submissions';
import { storeApplication } from '../../src/submissions/store-submission';
import { onEachDatabase } from '../support/on-each-database';
import { application } from '../support/payloads';

onEachDatabase((database) => {
  test('submissions are listed newest last, without what is only the API’s', async () => {
    await storeApplication(database(), { ...application, name: 'A' }, 'key');
    await storeApplication(database(), { ...application, name: 'B' }, undefined);
    const listed = await listSubmissions(database(), 'applications');
    expect(listed.map(({ name }) => name)).toEqual(['A', 'B']);
    expect(Object.keys(listed[0] ?? {}).sort()).toEqual(submissionFields('applications').sort());
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
    const listed = await listSubmissions(database(), 'applications', new Date('2026-01-02'));
    expect(listed.map(({ name }) => name)).toEqual(['B']);
  });
});
