import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { repository } from '../support/site';
import { expect, test } from '../support/command';

/** Name and digest of every file below a folder, except a release's manifest, which depends on the commit. */
async function digests(folder: string): Promise<Record<string, string>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries
    .filter((entry) => entry.isFile() && entry.name !== 'release.json')
    .map((entry) => path.join(entry.parentPath, entry.name));
  const pairs = files.map(async (file) => [
    path.relative(folder, file),
    createHash('sha256')
      .update(await readFile(file))
      .digest('hex'),
  ]);
  return Object.fromEntries((await Promise.all(pairs)) as [string, string][]);
}

const newestVersion = (dist: string) => readFile(path.join(dist, '.version'), 'utf8');

// A copy and a build on a loaded machine.
test.describe.configure({ timeout: 600_000 });

const distIn = (root: string) => path.join(root, 'mfe-blog/dist');

test('a remote builds alone: the same sources give the same version and bytes as elsewhere', async ({
  tree,
  run,
}) => {
  const { code, text } = await run(['npm', 'run', 'build', '-w', 'mfe-blog'], {}, tree).finish();
  expect(code, text).toBe('0');
  const [here, there] = [distIn(repository), distIn(tree)];
  const version = await newestVersion(there);
  expect(version).toBe(await newestVersion(here));
  const built = (dist: string) => digests(path.join(dist, version));
  expect(await built(there)).toEqual(await built(here));
  expect((await readdir(there)).sort()).toEqual([version, '.version'].sort());
});
