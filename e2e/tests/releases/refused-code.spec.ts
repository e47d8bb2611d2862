import { readLiveReleases, untilLive, untilRefused } from '../../support/live-releases';
import { expect, test } from '../../support/lone-shell';
import { startReading } from '../../support/readers';

const ENTRY = /^server\/remoteEntry\.js$/;
const TEASER = /^server\/teaser\..*\.js$/;
const HARMFUL = 'bbbbbbbbbbbb';
const BETTER = 'cccccccccccc';

const THROW = 'throw new Error("A fault of the test");';
const before = (code: string) => (text: string) => code + text;
const inTeaser = (code: string) => (text: string) =>
  text.replace(/function Teaser\(.*\{/, (head) => head + code);
const instead = (what: RegExp, code: string) => (text: string) => text.replace(what, code);
const LOAD = /load: \(\) => \([^)]*loadTeaser\)/;

type Case = readonly [way: string, file: RegExp, harm: (text: string) => string, reason: RegExp];

/** What a release's code may do before visitors meet it. */
const CASES: readonly Case[] = [
  ['throws as it is loaded', ENTRY, before(THROW), /blog\/Teaser cannot be loaded/],
  ['ends its process as it is loaded', ENTRY, before('process.exit(1);'), /ended with code 1/],
  ['loops for ever as it is loaded', ENTRY, before('for (;;);'), /was not ready in 10000 ms/],
  [
    'fills the memory as it is loaded',
    ENTRY,
    before('const heap = []; for (;;) heap.push(new Array(1e5).fill(heap.length));'),
    /memory limit/,
  ],
  ['throws in one module', TEASER, before(THROW), /A fault of the test/],
  [
    'exposes something that is no component',
    TEASER,
    instead(/"default": \(\) => \([^)]*Teaser\)/, '"default": () => ({})'),
    /blog\/Teaser cannot be loaded/,
  ],
  ['has lost its loading', TEASER, instead(LOAD, ''), /blog\/Teaser cannot load data/],
  [
    'fails to load',
    TEASER,
    instead(LOAD, 'load: () => () => Promise.reject(new Error("x"))'),
    /cannot load data/,
  ],
  ['loads for ever', TEASER, instead(LOAD, 'load: () => () => new Promise(() => {})'), /cannot load data/],
  ['throws as it is rendered', TEASER, inTeaser(THROW), /A fault of the test/],
  ['loops for ever as it is rendered', TEASER, inTeaser('for (;;);'), /was not rendered in 3000 ms/],
  ['ends its process as it is rendered', TEASER, inTeaser('process.exit(1);'), /ended with code 1/],
  ['renders nothing', TEASER, inTeaser('return null;'), /blog\/Teaser renders nothing/],
];

for (const [way, file, harm, reason] of CASES) {
  test(`a release whose code ${way} is refused; readers notice nothing, and the next one comes in`, async ({
    lone,
  }) => {
    await lone.start();
    const live = await readLiveReleases(lone.url);
    const readers = startReading(lone.url, 'Уривок stattia-1-kinets', 2);
    let harmed = 0;
    lone.teams.blog.release(HARMFUL, (name, text) => {
      const next = file.test(name) ? harm(text) : text;
      if (next !== text) harmed += 1;
      return next;
    });
    expect(harmed).toBe(1);

    const refused = await untilRefused(lone.url, 'blog', HARMFUL);
    expect(refused.step).toBe('render-test');
    expect(refused.reason).toMatch(reason);
    const log = () => lone.lines().join('\n');
    await expect.poll(log).toContain(`blog ${HARMFUL} is refused at render-test`);
    expect((await readLiveReleases(lone.url)).releaseSet).toBe(live.releaseSet);

    lone.teams.blog.release(BETTER);
    await untilLive(lone.url, 'blog', BETTER);
    await expect.poll(readers.read).toBeGreaterThan(10);
    expect(await readers.stop()).toEqual([]);
  });
}
