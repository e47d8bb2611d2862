/** @jest-environment ./test/support/pglite-environment.ts */
import { applications } from '../../../../src/database/schema';
import { application } from '../../../support/payloads';
import { submissionCases } from '../../../support/submission-cases';

submissionCases({
  name: 'application',
  url: '/api/jobs/apply',
  table: applications,
  payload: application,
  required: ['name', 'email', 'phone', 'city', 'position'],
  optional: ['resume_text'],
});
