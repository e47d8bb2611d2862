import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { repository } from '../support/site';
import { type Command, expect, test } from '../support/command';

const expectSuccess = async (command: Command) => {
  const { code, text } = await command.finish();
  expect(code, text).toBe('0');
};

// A copy and a build on a loaded machine.
test.describe.configure({ timeout: 600_000 });

test('a remote builds alone: the same sources give the same version and bytes as elsewhere', async ({
  tree,
  run,
}) => {
  await expectSuccess(run(['npm', 'run', 'build', '-w', 'mfe-blog'], {}, tree));
  const here = path.join(repository, 'mfe-blog/dist');
  const there = path.join(tree, 'mfe-blog/dist');
  const version = await readFile(path.join(here, '.version'), 'utf8');
  expect((await readdir(there)).sort()).toEqual([version, '.version'].sort());
  // A release's manifest depends on the commit.
  const builds = [path.join(here, version), path.join(there, version)];
  await expectSuccess(run(['diff', '-r', '-x', 'release.json', ...builds], {}));
});
