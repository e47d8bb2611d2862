import { breakFiles, chunksOf, entryOf, FAULTS, stylesOf } from '../../support/faults';
import { openInside } from '../../support/inside';
import { test } from '../../support/test';
import { expectFailed, expectRestWhole, expectRetriesToWork, expectToFailInTime } from './expectations';
import { takeClock } from './page-clock';

const FILES = { entry: entryOf, code: chunksOf, 'style sheets': stylesOf } as const;

type Case = readonly [
  file: keyof typeof FILES,
  remote: Parameters<typeof entryOf>[0],
  ways: readonly (keyof typeof FAULTS)[],
];

/** Every way for one remote, one way for the others: the code that meets a fault is the shell's. */
const CASES: readonly Case[] = [
  ['entry', 'forms', ['missing', 'failing', 'hanging', 'a page of HTML', 'throwing', 'truncated']],
  ['entry', 'home', ['missing']],
  ['entry', 'blog', ['missing']],
  ['code', 'forms', ['missing', 'lost', 'hanging']],
  ['code', 'home', ['missing']],
  ['code', 'blog', ['missing']],
  ['style sheets', 'forms', ['missing', 'hanging']],
  ['style sheets', 'home', ['missing']],
  ['style sheets', 'blog', ['missing']],
];

for (const [file, remote, ways] of CASES) {
  for (const way of ways) {
    test(`${file} of ${remote}, ${way}: its islands say so and are not shown bare, the rest is whole, retries work`, async ({
      page,
    }) => {
      if (way === 'hanging') await takeClock(page);
      const mend = await breakFiles(page, FILES[file](remote), FAULTS[way]);
      await openInside(page);
      if (way === 'hanging') await expectToFailInTime(page, remote);
      else await expectFailed(page, remote);
      await expectRestWhole(page, remote);
      mend();
      await expectRetriesToWork(page, remote, way === 'missing' ? Infinity : 1);
    });
  }
}
