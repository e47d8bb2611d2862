/** @jest-environment node */
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { beforeEach, describe, expect, test } from '@jest/globals';
import { nextLook, startTeams, type Teams } from '../../testing/live-site';
import { answer, sampleContent, sampleRelease, VERSIONS, type TeamOrigin } from '../../testing/team-origin';

const [FIRST, SECOND] = VERSIONS;
const POINTER = '/current.json';
const SCRIPT = 'client/static/blog.js';
const next = sampleRelease('blog', SECOND);
const content = sampleContent(next, SCRIPT);

let all: Teams;
beforeEach(async () => {
  all = await startTeams();
});

type Harm = (team: TeamOrigin) => void;

const point: Harm = (team) => {
  team.setJson(POINTER, { version: SECOND });
};
/** Publishes the next release with one of its files not as it is described. */
const withScript =
  (meet: ReturnType<typeof answer>): Harm =>
  (team) => {
    team.publish(next);
    team.set(`/${SECOND}/${SCRIPT}`, meet);
  };
const publish =
  (change: object): Harm =>
  (team) => {
    team.publish({ ...next, ...change });
  };
const withFile = (name: string) => publish({ files: { ...next.files, [name]: next.files[SCRIPT] } });

const NO_NAME = /is no name for a file of a release/;
const NO_POINTER: readonly (readonly [string, Harm, RegExp])[] = [
  [
    'a pointer that is gone',
    (team) => {
      team.set(POINTER, answer(404, ''));
    },
    /answered 404/,
  ],
  [
    'a malformed pointer',
    (team) => {
      team.setJson(POINTER, { version: 1 });
    },
    /pointer current\.json is malformed/,
  ],
  [
    'a broken connection',
    (team) => {
      team.break((response) => response.socket?.destroy());
    },
    /could not be reached/,
  ],
];
const NO_RELEASE: readonly (readonly [string, Harm, RegExp])[] = [
  ['a pointer to nowhere', point, /release\.json answered 404/],
  [
    'a description that is no JSON',
    (team) => {
      point(team);
      team.set(`/${SECOND}/release.json`, answer(200, '<'));
    },
    /is no JSON/,
  ],
  ['another team’s release', publish({ name: 'home' }), /is one of home/],
  ['a release of another contract', publish({ contract: 2 }), /built for contract 2/],
  ['an incomplete release', publish({ files: {} }), /does not list/],
  [
    'a release whose server entry is elsewhere',
    publish({ serverEntry: SCRIPT }),
    /has its server entry at client\/static\/blog\.js, not at server\/remoteEntry\.js/,
  ],
  ['a file that is missing', withScript(answer(404, '')), /static\/blog\.js answered 404/],
  [
    'a file that is cut short',
    withScript(answer(200, content.slice(0, -1))),
    /static\/blog\.js has \d+ bytes; the release names \d+/,
  ],
  ['a file that is longer', withScript(answer(200, `${content}.`)), /static\/blog\.js has \d+ bytes/],
  [
    'a file that differs by one byte',
    withScript(answer(200, `${content.slice(0, -1)}?`)),
    /static\/blog\.js is not the file that the release names/,
  ],
  [
    'a file that breaks off',
    withScript((response) => {
      response.writeHead(200, { 'content-length': '1000' });
      response.write('a', () => response.socket?.destroy());
    }),
    /static\/blog\.js (broke off|could not be reached)/,
  ],
  ['a name that leads out', withFile('../x'), NO_NAME],
  ['a name that leads out within', withFile('client/../../x'), NO_NAME],
  ['a name that is only the way out', withFile('..'), NO_NAME],
  ['an absolute name', withFile('/etc/x'), NO_NAME],
  ['a name with a backslash', withFile('client\\x.js'), NO_NAME],
  ['a drive’s name', withFile('C:/x.js'), NO_NAME],
  ['a hidden name', withFile('client/.x'), NO_NAME],
  ['an empty name', withFile(''), NO_NAME],
  ['a name of an address', withFile('https://evil.example/x.js'), NO_NAME],
  ['a name with a zero in it', withFile('client/x\0.js'), NO_NAME],
];

describe('what the live set does not take in', () => {
  test.each([...NO_POINTER, ...NO_RELEASE])(
    '%s: all stays as it is, is complained of once, and is over when it is mended',
    async (_, harm, complaint) => {
      const site = await all.open();
      const before = site.current();
      harm(all.teams.blog);
      await nextLook(all.teams.blog);
      await nextLook(all.teams.blog);
      expect(site.current()).toBe(before);
      expect(all.log.warn.mock.calls).toEqual([[expect.stringMatching(complaint)]]);
      expect(all.log.warn.mock.calls).toEqual([[expect.stringMatching(/^blog: /)]]);
      expect(all.renderTest).toHaveBeenCalledTimes(1);
      expect(readdirSync(path.join(all.store.root, 'blog'))).toEqual([FIRST]);

      all.teams.blog.break(null);
      all.teams.blog.publish(next);
      await nextLook(all.teams.blog);
      expect(site.current().releaseSet.remotes.blog?.version).toBe(SECOND);
      expect(all.log.warn).toHaveBeenCalledTimes(1);
    },
  );

  test('the same trouble after a recovery is news again', async () => {
    await all.open();
    for (let outage = 0; outage < 2; outage += 1) {
      all.teams.blog.break(answer(500, ''));
      await nextLook(all.teams.blog);
      all.teams.blog.break(null);
      await nextLook(all.teams.blog);
    }
    expect(all.log.warn).toHaveBeenCalledTimes(2);
  });

  test('another trouble of the same team is news too', async () => {
    await all.open();
    all.teams.blog.break(answer(500, ''));
    await nextLook(all.teams.blog);
    all.teams.blog.break(answer(502, ''));
    await nextLook(all.teams.blog);
    expect(all.log.warn.mock.calls).toEqual([
      [expect.stringContaining('500')],
      [expect.stringContaining('502')],
    ]);
  });

  test('at the start leaves that team out', async () => {
    withFile('../x')(all.teams.blog);
    const site = await all.open();
    expect(Object.keys(site.current().releaseSet.remotes)).toEqual(['home', 'forms']);
  });
});
