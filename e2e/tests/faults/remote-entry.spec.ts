import { breakFiles, entryOf, FAULTS } from '../../support/faults';
import { openInside } from '../../support/inside';
import { test } from '../../support/test';
import { expectFailed, expectRestWhole, expectRetriesToWork } from './expectations';
import { REMOTES } from './parts-of-home';

/** Milliseconds that a remote's entry may take (`shell/src/remotes/federation-host.ts`). */
const ENTRY_DEADLINE = 3_000;

const WAYS = ['missing', 'failing', 'hanging', 'a page of HTML', 'throwing', 'truncated'] as const;

for (const remote of REMOTES) {
  for (const way of WAYS) {
    test(`the entry of ${remote} is ${way}: its parts say so, the rest is whole, retries work`, async ({
      page,
    }) => {
      const mend = await breakFiles(page, entryOf(remote), FAULTS[way]);
      await openInside(page);
      await expectFailed(page, remote, way === 'hanging' ? ENTRY_DEADLINE : 0);
      await expectRestWhole(page, remote);
      mend();
      await expectRetriesToWork(page, remote, way === 'missing' ? Infinity : 1);
    });
  }
}
