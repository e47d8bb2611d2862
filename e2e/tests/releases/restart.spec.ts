import { appendFile } from 'node:fs/promises';
import path from 'node:path';
import { readLiveReleases, untilLive } from '../../support/live-releases';
import { expect, test, type LoneShell } from '../../support/lone-shell';
import { ask } from '../../support/raw-http';

const NEXT = 'cccccccccccc';

async function stopTeams({ teams }: LoneShell): Promise<void> {
  await Promise.all(Object.values(teams).map((team) => team.stop()));
}

test('a shell that starts again while every origin is gone shows what was live, rendered', async ({
  lone,
}) => {
  await lone.start();
  lone.teams.blog.release(NEXT);
  await untilLive(lone.url, 'blog', NEXT);
  const before = await readLiveReleases(lone.url);
  await lone.stop();
  await stopTeams(lone);

  await lone.start();
  const after = await readLiveReleases(lone.url);
  expect(after.releaseSet).toBe(before.releaseSet);
  expect(after.remotes['blog']?.previous).toEqual(before.remotes['blog']?.previous);
  const { status, body } = await ask(lone.url);
  expect(status).toBe(200);
  expect(body.toString()).toContain('Уривок stattia-1-kinets');
  expect(body.toString()).toContain('<form');
});

test('a copy that was changed on the disk is not used: it comes anew from its team', async ({ lone }) => {
  await lone.start();
  const version = lone.teams.blog.current();
  await lone.stop();
  await appendFile(path.join(lone.data, 'releases/blog', version, 'server/remoteEntry.js'), '\n// changed');
  await lone.start();
  const log = () => lone.lines().join('\n');
  await expect.poll(log).toContain(`From the store: blog ${version} is refused at verify`);
  await untilLive(lone.url, 'blog', version);
  expect((await ask(lone.url)).body.toString()).toContain('Уривок stattia-1-kinets');
});

test.describe('a store that is swept soon', () => {
  test.use({ variables: { RELEASE_KEEP_MS: '500' } });

  test('drops what nobody uses, and gets it again for a tab that still asks', async ({ lone }) => {
    await lone.start();
    const first = lone.teams.blog.current();
    const script = `${lone.url}/remotes/blog/${first}/client/remoteEntry.js`;
    for (const version of ['cccccccccccc', 'dddddddddddd']) {
      lone.teams.blog.release(version);
      await untilLive(lone.url, 'blog', version);
    }
    lone.teams.blog.forget(first);
    await expect.poll(async () => (await fetch(script)).status, { intervals: [100] }).toBe(404);
    expect((await fetch(script.replace(first, 'cccccccccccc'))).status).toBe(200);
    lone.teams.blog.remember(first);
    // What could not be had is not asked for again at once.
    await expect.poll(async () => (await fetch(script)).status, { intervals: [500] }).toBe(200);
  });
});
