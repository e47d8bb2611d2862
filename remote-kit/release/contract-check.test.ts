import { expect, test } from '@jest/globals';
import { remotes } from '../environment/topology';
import { checkContract } from './contract-check';
import { FIRST, sampleRelease } from './testing/sample-release';
import { blogState, declared, liveReleases } from './testing/site-double';

const { blog } = remotes;
const URL = 'https://vidlunnia.example';
const { release } = sampleRelease(FIRST);
const live = liveReleases(blogState(FIRST));

test('a release is held to the live shell’s contract', async () => {
  expect(await checkContract(release, blog, live, URL)).toBe(`the shell that is live at ${URL}`);
  const other = { ...live, contract: { ...live.contract, versions: [2] } };
  await expect(checkContract(release, blog, other, URL)).rejects.toThrow(
    `${FIRST} does not fit the shell that is live at ${URL}: it was built for contract 1; the shell takes 2`,
  );
});

test('without a live shell it is held to the contract that is installed, and that is said', async () => {
  expect(await checkContract(release, blog, 'nobody answers', URL)).toBe(
    '@vidlunnia/contracts, as it is installed here (no live shell: nobody answers)',
  );
  await expect(checkContract({ ...release, modules: {} }, blog, 'nobody answers', URL)).rejects.toThrow(
    /does not fit @vidlunnia\/contracts, .*: it does not expose Archive, Post, Teaser$/,
  );
});

test('a module of a remote outside is held to the contract of zones, by what it was built with', async () => {
  const declarations = declared('{}', { zone: '{ readonly id: string }' });
  const contract = { ...live.contract, modules: {}, declarations };
  const check = (zone: string) =>
    checkContract(
      {
        ...release,
        name: 'outside',
        modules: { Openings: { js: [], css: [] } },
        declarations: declared('{}', { zone }),
      },
      blog,
      { ...live, contract },
      URL,
    );
  expect(await check('{ readonly id: string }')).toBe(`the shell that is live at ${URL}`);
  await expect(check('{ readonly id: string; readonly theme: string }')).rejects.toThrow(
    /outside\/Openings does not fit what the shell passes and takes: .*theme/,
  );
});
