import { RELEASE_REPORT_PATH } from '@vidlunnia/contracts/release';
import { expect, type LoneShell, shareShell, test } from '../../support/lone-shell';
import { readReleaseReport, startReading, untilPromoted, untilRejected } from '../../support/releases';

const TEASER = /^server\/teaser\..*\.js$/;

// Other harmful code: shell/server/render/render-test.test.ts.
const CASES = [
  [
    'throws as it is rendered',
    'throw new Error("A fault of the test");',
    /blog\/Teaser could not be rendered: A fault of the test \(mfe-blog\/src\/teaser\/teaser\.tsx:\d+\)/,
  ],
  [
    'loops for ever as it is rendered',
    'for (;;);',
    /was not rendered in 3000 ms: blog\/Teaser was being rendered/,
  ],
] as const;

const lone = shareShell();

/** Expects no folder, key or internal address in the public report. */
async function expectNoSecrets({ api, data, teams, url }: LoneShell): Promise<void> {
  const report = await (await fetch(url + RELEASE_REPORT_PATH)).text();
  for (const secret of [data, teams.blog.origin, teams.blog.publicKey, api.origin])
    expect(report).not.toContain(secret);
}

for (const [index, [way, harm, reason]] of CASES.entries()) {
  test(`a release whose code ${way} is rejected; readers notice nothing, and the next release is promoted`, async () => {
    const { lines, teams, url } = lone();
    const harmful = `b${String(index)}bbbbbbbbbb`;
    const better = `c${String(index)}cccccccccc`;
    const live = await readReleaseReport(url);
    const readers = startReading(url, 'Уривок stattia-1-kinets', 2);
    let harmed = 0;
    teams.blog.release(harmful, (name, text) => {
      const next = TEASER.test(name) ? text.replace(/function Teaser\(.*\{/, (head) => head + harm) : text;
      if (next !== text) harmed += 1;
      return next;
    });
    expect(harmed).toBe(1);

    const rejected = await untilRejected(url, 'blog', harmful);
    expect(rejected.step).toBe('render-test');
    expect(rejected.reason).toMatch(reason);
    await expect.poll(() => lines().join('\n')).toContain(`blog ${harmful} is rejected at render-test`);
    expect((await readReleaseReport(url)).releaseSet).toBe(live.releaseSet);
    await expectNoSecrets(lone());

    teams.blog.release(better);
    await untilPromoted(url, 'blog', better);
    await expect.poll(readers.read).toBeGreaterThan(10);
    expect(await readers.stop()).toEqual([]);
  });
}
