/** @jest-environment ./test/support/pglite-environment.ts */
import { applications } from '../../../../src/database/schema';
import { onEachDatabase } from '../../../support/on-each-database';
import { application } from '../../../support/payloads';
import { submissionCases } from '../../../support/submission-cases';

onEachDatabase((database) => {
  submissionCases(
    {
      name: 'application',
      url: '/api/jobs/apply',
      table: applications,
      payload: application,
      required: ['name', 'email', 'phone', 'city', 'position'],
      optional: ['resume_text'],
    },
    database,
  );
});
