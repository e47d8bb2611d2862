/** @jest-environment node */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { beforeEach, expect, test } from '@jest/globals';
import { sampleReleaseSet } from '../../testing/release-set';
import { startTeams, type Teams } from '../../testing/live-site';
import { answer, sampleContent, sampleRelease, VERSIONS } from '../../testing/team-origin';
import { ReleaseRefused } from './release-refused';
import { serverEntries } from './take-in';

const [VERSION] = VERSIONS;
const release = sampleRelease('blog');

let all: Teams;
beforeEach(async () => {
  all = await startTeams();
});
const take = () => all.store.take('blog', release, all.teams.blog.origin);
const read = (file: string) => readFileSync(path.join(all.store.directory('blog', VERSION), file), 'utf8');

test('a release is copied whole, both of its sides, with its description', async () => {
  await take();
  for (const file of Object.keys(release.files)) expect(read(file)).toBe(sampleContent(release, file));
  expect(JSON.parse(read('release.json'))).toEqual(release);
  expect(readdirSync(path.join(all.store.root, 'blog'))).toEqual([VERSION]);
});

test('one that is there is not asked for again', async () => {
  await take();
  const asked = all.teams.blog.received.length;
  all.teams.blog.break(answer(500, ''));
  await take();
  expect(all.teams.blog.received).toHaveLength(asked);
});

test('one that is refused leaves nothing, and says why with its remote', async () => {
  const last = Object.keys(release.files).at(-1) ?? '';
  all.teams.blog.set(`/${VERSION}/${last}`, answer(200, ''));
  const refused = take();
  await expect(refused).rejects.toBeInstanceOf(ReleaseRefused);
  await expect(refused).rejects.toThrow(`blog: ${last} has 0 bytes; the release names`);
  expect(readdirSync(path.join(all.store.root, 'blog'))).toEqual([]);
});

test('of a set each remote is entered by a server at a file in the store', () => {
  const set = sampleReleaseSet();
  expect(serverEntries(all.store, set)).toEqual(
    Object.fromEntries(
      (['home', 'blog', 'forms'] as const).map((name) => [
        `/remotes/${name}/${VERSION}/client/remoteEntry.js`,
        path.join(all.store.root, name, VERSION, 'server/remoteEntry.js'),
      ]),
    ),
  );
});
