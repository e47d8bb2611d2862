/** @jest-environment node */
import { appendFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeEach, describe, expect, test } from '@jest/globals';
import { REMOTE_NAMES } from '@vidlunnia/remote-kit/environment/topology';
import {
  CONTRACT,
  nextPoll,
  startTeams,
  versionsOf,
  versionsWith,
  type Teams,
} from '../../testing/live-site';
import { deferred } from '../../testing/islands';
import { respondWith, sampleContent, sampleRelease, VERSIONS } from '../../testing/team-origin';

const [FIRST, SECOND] = VERSIONS;

let all: Teams;
beforeEach(async () => {
  all = await startTeams();
  const site = await all.open();
  all.teams.blog.publish(sampleRelease('blog', SECOND));
  await nextPoll(all.teams.blog);
  await site.stop();
  all.log.warn.mockClear();
});

const takeDown = () => {
  for (const team of Object.values(all.teams)) team.break(respondWith(503, ''));
};
const stored = (file: string) => path.join(all.store.directory('blog', SECOND), file);

describe('a shell that starts again', () => {
  test('goes on with what was live while every origin is down', async () => {
    takeDown();
    const site = await all.open();
    expect(versionsOf(site.current().releaseSet).sort()).toEqual(
      versionsWith(FIRST, { blog: SECOND }).sort(),
    );
    expect(site.current().renderer).not.toBeNull();
    expect(site.report().remotes['blog']?.previous).toEqual([expect.objectContaining({ version: FIRST })]);
    expect(site.previous()).toEqual({ blog: expect.objectContaining({ version: FIRST }) });
  });

  test('needs no response of an origin that hangs', async () => {
    for (const team of Object.values(all.teams)) team.break(() => undefined);
    expect(Object.keys((await all.open()).current().releaseSet.remotes)).toHaveLength(REMOTE_NAMES.length);
  });

  test('ingests what a team has released meanwhile', async () => {
    all.teams.blog.publish(sampleRelease('blog', 'cccccccccccc'));
    const site = await all.open();
    await nextPoll(all.teams.blog);
    expect(site.current().releaseSet.remotes.blog?.version).toBe('cccccccccccc');
  });

  test.each([
    [
      'a file was changed',
      () => {
        appendFileSync(stored('server/remoteEntry.js'), ' ');
      },
      /server\/remoteEntry\.js has/,
    ],
    [
      'a file is gone',
      () => {
        rmSync(stored('client/remoteEntry.js'));
      },
      /client\/remoteEntry\.js cannot be read/,
    ],
    [
      'the manifest was changed',
      () => {
        appendFileSync(stored('release.json'), ' ');
      },
      /it is not signed/,
    ],
  ])('drops a copy of which %s, and gets it again', async (_, harm, reason) => {
    harm();
    const site = await all.open();
    expect(all.log.warn.mock.calls).toEqual([[expect.stringMatching(reason)]]);
    expect(site.current().releaseSet.remotes.blog?.version).toBe(SECOND);
    expect(readFileSync(stored('server/remoteEntry.js'), 'utf8')).toBe(
      `blog_${SECOND} server/remoteEntry.js`,
    );
  });

  test('does not show what its new contract rejects', async () => {
    takeDown();
    const site = await all.open({ options: { contract: { ...CONTRACT, versions: [2] } } });
    expect(site.current().releaseSet.remotes).toEqual({});
    expect(site.report().remotes['blog']).toMatchObject({ live: null, previous: [{ version: FIRST }] });
  });

  test.each([
    ['no JSON', '<'],
    ['of another form', '{"blog":{"live":"x"}}'],
  ])('starts from the origins when its history is %s', async (_, text) => {
    writeFileSync(path.join(all.folder, 'live.json'), text);
    const site = await all.open();
    expect(Object.keys(site.current().releaseSet.remotes)).toHaveLength(REMOTE_NAMES.length);
    expect(all.log.warn).toHaveBeenCalledWith(expect.stringContaining('cannot be used'));
  });

  test.each([
    [
      'its history is gone',
      () => {
        rmSync(path.join(all.folder, 'live.json'));
      },
    ],
    [
      'its history is damaged',
      () => {
        writeFileSync(path.join(all.folder, 'live.json'), '<');
      },
    ],
  ])('while every origin is down, and %s, shows the newest signed releases of its store', async (_, harm) => {
    takeDown();
    harm();
    const site = await all.open();
    expect(versionsOf(site.current().releaseSet).sort()).toEqual(
      versionsWith(FIRST, { blog: SECOND }).sort(),
    );
    expect(site.isReady()).toBe(true);
    expect(JSON.parse(readFileSync(path.join(all.folder, 'live.json'), 'utf8'))).toMatchObject({
      blog: { live: { version: SECOND } },
    });
  });

  test('while every origin is down goes on with the previous copy when the live one is damaged, and says so', async () => {
    takeDown();
    appendFileSync(stored('server/remoteEntry.js'), ' ');
    const site = await all.open();
    expect(versionsOf(site.current().releaseSet)).toContain(`blog@${FIRST}`);
    const { live, rejections } = site.report().remotes['blog'] ?? {};
    expect(live?.version).toBe(FIRST);
    expect(rejections).toContainEqual(
      expect.objectContaining({
        version: SECOND,
        step: 'verify',
        reason: expect.stringMatching(/server\/remoteEntry\.js has/),
      }),
    );
  });

  test('is not ready and says that nothing is live when no copy is left', async () => {
    takeDown();
    for (const name of REMOTE_NAMES) rmSync(path.join(all.folder, 'releases', name), { recursive: true });
    const site = await all.open();
    expect(site.isReady()).toBe(false);
    expect(Object.values(site.report().remotes).map(({ live }) => live)).toEqual(
      REMOTE_NAMES.map(() => null),
    );
  });

  test('with a disk that takes no more goes on with what was live', async () => {
    takeDown();
    mkdirSync(path.join(all.folder, 'live.json.next'));
    const site = await all.open();
    expect(Object.keys(site.current().releaseSet.remotes)).toHaveLength(REMOTE_NAMES.length);
  });

  test('waits some seconds for an origin: what it brings later goes live then', async () => {
    rmSync(path.join(all.folder, 'live.json'));
    rmSync(path.join(all.folder, 'releases/blog'), { recursive: true });
    const file = `/${SECOND}/client/remoteEntry.js`;
    const held = deferred<undefined>();
    all.teams.blog.set(file, (response) => {
      void held.promise.then(() => {
        const text = sampleContent(sampleRelease('blog', SECOND), 'client/remoteEntry.js');
        respondWith(200, text)(response);
      });
    });
    const site = await all.open({ options: { startPatience: 1 } });
    expect(site.current().releaseSet.remotes.blog).toBeUndefined();
    held.resolve(undefined);
    await nextPoll(all.teams.blog);
    expect(site.current().releaseSet.remotes.blog?.version).toBe(SECOND);
  });
});
