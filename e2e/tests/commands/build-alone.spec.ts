import { createHash } from 'node:crypto';
import { readdir, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { copySources } from '@vidlunnia/scripts/stack';
import { repository } from '../../support/site';
import { expect, test as base } from '../../support/command';

/** Name and digest of every file below a folder, but for a release's description: it tells of the commit too. */
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

/** A copy of the sources in which nothing but the blog's remote was built, by its own command. */
const test = base.extend<{ readonly copy: string }>({
  copy: async ({ run }, use) => {
    const copy = await copySources();
    try {
      const build = run(['npm', 'run', 'build', '-w', 'mfe-blog'], {}, copy);
      expect(await build.ended, build.lines.join('\n')).toBe('0');
      await use(copy);
    } finally {
      await rm(copy, { recursive: true, force: true });
    }
  },
});

// A copy and a build on a loaded machine.
test.describe.configure({ timeout: 600_000 });

const distIn = (root: string) => path.join(root, 'mfe-blog/dist');

test('a remote builds alone, nothing else built: same sources, same version, same bytes as elsewhere', async ({
  copy,
}) => {
  const [here, there] = [distIn(repository), distIn(copy)];
  const version = await newestVersion(there);
  expect(version).toBe(await newestVersion(here));
  const built = (dist: string) => digests(path.join(dist, version));
  expect(await built(there)).toEqual(await built(here));
  expect((await readdir(there)).sort()).toEqual([version, '.version'].sort());
});
