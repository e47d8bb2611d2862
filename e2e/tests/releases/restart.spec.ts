import { existsSync } from 'node:fs';
import path from 'node:path';
import { readReleaseReport, untilPromoted } from '../../support/release-report';
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
  await untilPromoted(lone.url, 'blog', NEXT);
  const before = await readReleaseReport(lone.url);
  await lone.stop();
  await stopTeams(lone);

  await lone.start();
  const after = await readReleaseReport(lone.url);
  expect(after.releaseSet).toBe(before.releaseSet);
  expect(after.remotes['blog']?.previous).toEqual(before.remotes['blog']?.previous);
  const { status, body } = await ask(lone.url);
  expect(status).toBe(200);
  expect(body.toString()).toContain('Уривок stattia-1-kinets');
  expect(body.toString()).toContain('<form');
});

test('a store drops what nobody uses any more, and fetches it again for a tab that still requests it', async ({
  lone,
}) => {
  await lone.start();
  const first = lone.teams.blog.current();
  for (const version of ['cccccccccccc', 'dddddddddddd']) {
    lone.teams.blog.release(version);
    await untilPromoted(lone.url, 'blog', version);
  }
  await lone.stop();
  // From now on nothing is ingested: it could be swept before it is live.
  await lone.start({ RELEASE_KEEP_MS: '200' });
  const isKept = () => existsSync(path.join(lone.data, 'releases/blog', first));
  const statusOf = async (version: string) =>
    (await fetch(`${lone.url}/remotes/blog/${version}/client/remoteEntry.js`)).status;
  await expect.poll(isKept).toBe(false);
  await expect.poll(() => statusOf(first)).toBe(200);
  expect(await statusOf('cccccccccccc')).toBe(200);

  lone.teams.blog.forget(first);
  await expect.poll(isKept).toBe(false);
  expect(await statusOf(first)).toBe(404);
});
