import { beforeEach, expect, test } from '@jest/globals';
import { readTopology, remotes } from '@vidlunnia/settings/topology';
import { repositoryRoot } from '@vidlunnia/settings/machine';
import { publishBuilds } from './publish-builds';
import { publishedManifest, releasesAt } from './publish';
import { folderTarget } from './team';
import { isSignedBy } from '@vidlunnia/releases/signature';
import { FIRST, sampleRelease, SECOND } from './testing/sample-release';
import { temporaryFolder } from './testing/temporary-folder';

let environment: Record<string, string> = {};
let said: string[] = [];
beforeEach(() => {
  const folder = temporaryFolder();
  environment = { DATA_DIR: folder, KEYS_DIR: `${folder}/keys` };
  said = [];
});
const publishAll = (version: string, texts?: Readonly<Record<string, string>>) =>
  publishBuilds(
    environment,
    (folder, line) => said.push(`${folder}: ${line}`),
    () => Promise.resolve(sampleRelease(version, texts)),
  );
const blog = () => folderTarget(remotes.blog, environment);

test('every team’s build is published and signed; the shell gets the public key', async () => {
  const keys = await publishAll(FIRST);
  expect(Object.keys(keys).sort()).toEqual(
    readTopology(repositoryRoot())
      .workspaces.map(({ publicKeyVariable }) => publicKeyVariable)
      .sort(),
  );
  expect(new Set(Object.values(keys)).size).toBe(readTopology(repositoryRoot()).workspaces.length);
  const published = await publishedManifest(blog(), FIRST);
  expect(
    published && isSignedBy([keys['MFE_BLOG_PUBLIC_KEY'] ?? ''], published.bytes, published.signature),
  ).toBe(true);
});

test('a public key that is set is kept; an empty one counts as unset', async () => {
  environment = { ...environment, MFE_BLOG_PUBLIC_KEY: 'given', MFE_HOME_PUBLIC_KEY: '' };
  const keys = await publishAll(FIRST);
  expect(keys['MFE_BLOG_PUBLIC_KEY']).toBe('given');
  expect(keys['MFE_HOME_PUBLIC_KEY']).toMatch(/^[\w-]{43}$/);
});

test('a version published with other bytes is kept, and becomes current again', async () => {
  await publishAll(FIRST);
  await publishAll(SECOND);
  await publishAll(FIRST, { 'client/remoteEntry.js': 'other' });
  expect(said.filter((line) => line.startsWith('mfe-blog'))).toEqual([
    expect.stringMatching(
      /^mfe-blog: a+ is published, or being published, with other bytes, .*; the site starts with what is published$/,
    ),
  ]);
  expect(await releasesAt(blog()).current()).toBe(FIRST);
  expect((await blog().read(`${FIRST}/client/remoteEntry.js`))?.toString()).toBe(FIRST);
});
