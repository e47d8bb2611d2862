import { breakFiles, chunksOf, FAULTS } from '../../support/faults';
import { openInside } from '../../support/inside';
import { test } from '../../support/test';
import { expectFailed, expectRestWhole, expectRetriesToWork } from './expectations';
import { REMOTES } from './parts-of-home';

/** Milliseconds that a remote's chunk may take (`output.chunkLoadTimeout` in `shared/build`). */
const CHUNK_DEADLINE = 8_000;

for (const remote of REMOTES) {
  for (const way of ['missing', 'lost', 'hanging'] as const) {
    test(`the chunks of ${remote} are ${way}: its parts say so, the rest is whole, retries work`, async ({
      page,
    }) => {
      const mend = await breakFiles(page, chunksOf(remote), FAULTS[way]);
      await openInside(page);
      await expectFailed(page, remote, way === 'hanging' ? CHUNK_DEADLINE : 0);
      await expectRestWhole(page, remote);
      mend();
      await expectRetriesToWork(page, remote, way === 'missing' ? Infinity : 1);
    });
  }
}
