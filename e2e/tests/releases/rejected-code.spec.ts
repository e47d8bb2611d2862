import { readReleaseReport, untilPromoted, untilRejected } from '../../support/release-report';
import { expect, shareShell, test } from '../../support/lone-shell';
import { startReading } from '../../support/readers';

const ENTRY = /^server\/remoteEntry\.js$/;
const TEASER = /^server\/teaser\..*\.js$/;

const THROW = 'throw new Error("A fault of the test");';
const before = (code: string) => (text: string) => code + text;
const inTeaser = (code: string) => (text: string) =>
  text.replace(/function Teaser\(.*\{/, (head) => head + code);
const instead = (what: RegExp, code: string) => (text: string) => text.replace(what, code);
const LOAD = /load: \(\) => \([^)]*loadTeaser\)/;

type Case = readonly [way: string, file: RegExp, harm: (text: string) => string, reason: RegExp];

/** What a release's code may do before visitors meet it: one case for each way to be found out (`render-test`). */
const CASES: readonly Case[] = [
  ['throws as it is loaded', ENTRY, before(THROW), /blog\/Teaser cannot be loaded: .*A fault of the test/],
  ['has lost its loading', TEASER, instead(LOAD, ''), /blog\/Teaser cannot load data/],
  [
    'throws as it is rendered',
    TEASER,
    inTeaser(THROW),
    /blog\/Teaser could not be rendered: A fault of the test \(mfe-blog\/src\/teaser\/teaser\.tsx:\d+\)/,
  ],
  ['ends its process as it is rendered', TEASER, inTeaser('process.exit(1);'), /ended with code 1/],
  [
    'loops for ever as it is rendered',
    TEASER,
    inTeaser('for (;;);'),
    /was not rendered in 3000 ms: blog\/Teaser was being rendered/,
  ],
];

const lone = shareShell();

for (const [index, [way, file, harm, reason]] of CASES.entries()) {
  test(`a release whose code ${way} is rejected; readers notice nothing, and the next one goes live`, async () => {
    const { lines, teams, url } = lone();
    const harmful = `b${String(index)}bbbbbbbbbb`;
    const better = `c${String(index)}cccccccccc`;
    const live = await readReleaseReport(url);
    const readers = startReading(url, 'Уривок stattia-1-kinets', 2);
    let harmed = 0;
    teams.blog.release(harmful, (name, text) => {
      const next = file.test(name) ? harm(text) : text;
      if (next !== text) harmed += 1;
      return next;
    });
    expect(harmed).toBe(1);

    const rejected = await untilRejected(url, 'blog', harmful);
    expect(rejected.step).toBe('render-test');
    expect(rejected.reason).toMatch(reason);
    await expect.poll(() => lines().join('\n')).toContain(`blog ${harmful} is rejected at render-test`);
    expect((await readReleaseReport(url)).releaseSet).toBe(live.releaseSet);

    teams.blog.release(better);
    await untilPromoted(url, 'blog', better);
    await expect.poll(readers.read).toBeGreaterThan(10);
    expect(await readers.stop()).toEqual([]);
  });
}
