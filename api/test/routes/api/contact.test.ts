/** @jest-environment ./test/support/pglite-environment.ts */
import { expect, test } from '@jest/globals';
import { messages } from '../../../src/database/schema';
import { build, post } from '../../support/build';
import { onPglite } from '../../support/on-each-database';
import { message } from '../../support/payloads';
import { submissionCases } from '../../support/submission-cases';

submissionCases({
  name: 'contact',
  url: '/api/contact',
  table: messages,
  payload: message,
  required: ['name', 'email', 'phone', 'message'],
  optional: ['company', 'service_type'],
});

onPglite((database) => {
  test.each([
    ['smm', 201],
    ['content', 201],
    ['leads', 201],
    ['analytics', 201],
    ['seo', 422],
    ['SMM', 422],
    [1, 422],
  ])('spec 9, contact: service_type %j gets %i', async (service_type, status) => {
    const ask = await build(database());
    const response = await ask('/api/contact', post({ ...message, service_type }));
    expect(response.status).toBe(status);
    if (status === 422) expect(response.json).toMatchObject({ errors: [{ field: 'service_type' }] });
  });
});
