import { expect, test } from '@jest/globals';
import { checkContract, workingTreeContract } from './contract-check';
import { FIRST, sampleRelease } from './testing/sample-release';
import { blogState, liveReleases } from './testing/site-double';

const URL = 'https://vidlunnia.example';
const { release } = sampleRelease(FIRST);
const live = liveReleases(blogState(FIRST));

test('a release is held to the live shell’s contract', async () => {
  expect(await checkContract(release, live, URL)).toBe(`the shell that is live at ${URL}`);
  const other = { ...live, contract: { ...live.contract, versions: [2] } };
  await expect(checkContract(release, other, URL)).rejects.toThrow(
    `${FIRST} does not fit the shell that is live at ${URL}: it was built for contract 1; the shell takes 2`,
  );
});

test('without a live shell it is held to the working tree’s, and that is said', async () => {
  expect(await checkContract(release, 'nobody answers', URL)).toBe(
    'the working tree’s shell (no live one: nobody answers)',
  );
  await expect(checkContract({ ...release, modules: {} }, 'nobody answers', URL)).rejects.toThrow(
    /does not fit the working tree’s shell .*: it does not expose Archive, Post, Teaser$/,
  );
});

test('the working tree’s shell takes the contract, modules and packages of this repository', () => {
  expect(workingTreeContract()).toEqual({
    versions: [1],
    modules: expect.objectContaining({ blog: ['Archive', 'Post', 'Teaser'] }),
    declarations: expect.objectContaining({ 'blog/Post': expect.stringContaining('"postId": string') }),
    shared: expect.objectContaining({
      react: expect.stringMatching(/^19\./),
      'react/jsx-runtime': expect.any(String),
    }),
  });
});

test('a module of a remote outside is held to the contract of zones, by what it was built with', async () => {
  const zone = live.contract.declarations?.['zone'] ?? workingTreeContract().declarations?.['zone'] ?? '';
  const contract = { ...live.contract, modules: {}, declarations: { zone } };
  const of = (Openings: string) => ({ ...release, name: 'outside', declarations: { Openings } });
  expect(await checkContract(of(zone), { ...live, contract }, URL)).toBe(`the shell that is live at ${URL}`);
  const wanted = zone.replace('"headingLevel": 2', '"headingLevel": 2; "theme": string');
  await expect(checkContract(of(wanted), { ...live, contract }, URL)).rejects.toThrow(
    /outside\/Openings does not fit what the shell passes and takes: .*theme/,
  );
});
