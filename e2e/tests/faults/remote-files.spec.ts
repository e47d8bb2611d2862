import { breakFiles, chunksOf, entryOf, FAULTS, stylesOf } from '../../support/faults';
import { openInside } from '../../support/inside';
import { test } from '../../support/test';
import { expectFailed, expectRestWhole, expectRetriesToWork, expectToFailInTime } from './expectations';
import { takeClock } from './page-clock';

const FILES = { entry: entryOf, code: chunksOf, 'style sheets': stylesOf } as const;

/**
 * Every file carries its hash: what is wrong with one in any way does not load (integrity.spec.ts), and the code that
 * meets that is the shell's. So it is missing or hangs, of one remote; others are missing in retry.spec.ts.
 */
const CASES = [
  ['entry', 'missing'],
  ['entry', 'hanging'],
  ['code', 'hanging'],
  ['style sheets', 'missing'],
  ['style sheets', 'hanging'],
] as const;

for (const [file, way] of CASES) {
  test(`${file} of forms, ${way}: its islands say so and are not shown bare, the rest is whole, retries work`, async ({
    page,
  }) => {
    if (way === 'hanging') await takeClock(page);
    const mend = await breakFiles(page, FILES[file]('forms'), FAULTS[way]);
    await openInside(page);
    if (way === 'hanging') await expectToFailInTime(page, 'forms');
    else await expectFailed(page, 'forms');
    await expectRestWhole(page, 'forms');
    mend();
    await expectRetriesToWork(page, 'forms', way === 'missing' ? Infinity : 1);
  });
}
