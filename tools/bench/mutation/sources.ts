import path from 'node:path';

/** Sources in which no fault may go unnoticed, with the tests that notice it, relative to the source. */
export const SOURCES: Readonly<Record<string, readonly string[]>> = {
  'shared/contracts/answers.ts': ['answers.test.ts'],
  'shared/contracts/form-schemas.ts': ['schemas.test.ts'],
  'shared/contracts/schemas.ts': ['schemas.test.ts', 'answers.test.ts'],
  'shared/contracts/site.ts': ['site.test.ts'],
  'shared/contracts/modules.ts': ['modules.test.tsx'],
  'platform/settings/checked.ts': ['checked.test.ts'],
  'platform/releases/folder-store.ts': ['folder-store.test.ts'],
  'platform/releases/release.ts': ['release.test.ts'],
  'platform/releases/remote-list.ts': ['remote-list.test.ts'],
  'platform/releases/shell-contract.ts': ['shell-contract.test.ts'],
  'platform/releases/signature.ts': ['signature.test.ts'],
  'platform/releases/verify.ts': ['verify.test.ts'],
  'platform/releases/versioned-store.ts': ['versioned-store.test.ts'],
  'platform/releases/visits.ts': ['../../api/test/routes/visits.test.ts'],
  'platform/engine/server/releases/intake.ts': [
    'intake.test.ts',
    'live-set.test.ts',
    'restart.test.ts',
    'zones.test.ts',
    '../rollouts/rollouts.test.ts',
  ],
  'platform/engine/server/releases/live-set.ts': [
    'live-set.test.ts',
    'restart.test.ts',
    'zones.test.ts',
    '../rollouts/rollouts.test.ts',
  ],
  'platform/engine/server/releases/release-store.ts': ['release-store.test.ts', 'restart.test.ts'],
  'platform/engine/server/rollouts/judge.ts': ['judge.test.ts'],
  'platform/engine/server/rollouts/visits.ts': ['visits.test.ts'],
  'platform/engine/server/rollouts/watch.ts': ['watch.test.ts'],
  'api/src/submissions/store-submission.ts': [
    '../../test/submissions/store-submission.test.ts',
    '../../test/delivery/digest.test.ts',
    '../../test/routes/submissions.test.ts',
  ],
  'api/src/submissions/personal-data.ts': ['../../test/submissions/personal-data.test.ts'],
  'api/src/submissions/retention.ts': ['../../test/submissions/retention.test.ts'],
  'api/src/submissions/digest-period.ts': ['../../test/delivery/digest.test.ts'],
  'api/src/delivery/delivery-worker.ts': [
    '../../test/delivery/delivery-worker.test.ts',
    '../../test/app.test.ts',
  ],
  'api/src/delivery/outbox.ts': [
    '../../test/delivery/delivery-worker.test.ts',
    '../../test/delivery/digest.test.ts',
    '../../test/app.test.ts',
  ],
  'mfe-forms/src/form/doubt.ts': ['doubt.test.tsx'],
  'mfe-forms/src/form/fields.tsx': ['doubt.test.tsx', 'fields.test.tsx', 'problem.test.tsx'],
  'mfe-forms/src/form/use-form.ts': [
    'draft.test.tsx',
    'hydration.test.tsx',
    'proof.test.tsx',
    '../contact-form/contact-form.test.tsx',
  ],
  'mfe-forms/src/form/use-submission.ts': ['submission.test.tsx'],
};

/** Paths of a source's tests below the repository's root. */
export const testsOf = (source: string) =>
  (SOURCES[source] ?? []).map((test) => path.posix.join(path.dirname(source), test));
