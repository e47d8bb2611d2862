import { breakFiles, FAULTS, stylesOf } from '../../support/faults';
import { openInside } from '../../support/inside';
import { test } from '../../support/test';
import { expectFailed, expectRestWhole, expectRetriesToWork } from './expectations';
import { REMOTES } from './parts-of-home';

/** Milliseconds for a module with all its files (`shell/src/remotes/remote-loader.ts`). */
const MODULE_DEADLINE = 10_000;

for (const remote of REMOTES) {
  test(`a style sheet of ${remote} is missing: its parts are not shown bare, retries work`, async ({
    page,
  }) => {
    const mend = await breakFiles(page, stylesOf(remote), FAULTS.missing);
    await openInside(page);
    await expectFailed(page, remote);
    await expectRestWhole(page, remote);
    mend();
    await expectRetriesToWork(page, remote);
  });
}

test('a style sheet of forms hangs: the rest of the page is shown meanwhile, retries work', async ({
  page,
}) => {
  const mend = await breakFiles(page, stylesOf('forms'), FAULTS.hanging);
  await openInside(page);
  await expectRestWhole(page, 'forms');
  await expectFailed(page, 'forms', MODULE_DEADLINE);
  mend();
  await expectRetriesToWork(page, 'forms');
});
