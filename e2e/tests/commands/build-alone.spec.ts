import { createHash } from 'node:crypto';
import { readdir, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { repository } from '../../support/command';
import { expect, START_TASK, test } from '../../support/commands';
import { copySources } from '../../support/copied-sources';

/** Name and digest of every file below a folder. */
async function digests(folder: string): Promise<Record<string, string>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name));
  const pairs = files.map(async (file) => [
    path.relative(folder, file),
    createHash('sha256')
      .update(await readFile(file))
      .digest('hex'),
  ]);
  return Object.fromEntries((await Promise.all(pairs)) as [string, string][]);
}

const liveVersion = async (dist: string) =>
  (JSON.parse(await readFile(path.join(dist, 'current.json'), 'utf8')) as { version: string }).version;

test('a remote builds alone, nothing else built: same sources, same version, same bytes as elsewhere; an interrupted build leaves nothing running', async ({
  place,
  run,
}) => {
  test.setTimeout(120_000);
  const copy = await copySources();
  try {
    const build = run(['npm', 'run', 'build', '-w', 'mfe-blog'], {}, copy);
    expect(await build.ended, build.lines.join('\n')).toBe('0');
    const [here, there] = [repository, copy].map((root) => path.join(root, 'mfe-blog/dist'));
    if (here === undefined || there === undefined) throw new Error('Two folders were compared');
    const version = await liveVersion(there);
    expect(version).toBe(await liveVersion(here));
    expect(await digests(path.join(there, version))).toEqual(await digests(path.join(here, version)));
    expect((await readdir(there)).sort()).toEqual([version, 'current.json'].sort());

    const start = run(START_TASK, place, copy);
    await start.line(/^Building shell/, 20_000);
    start.kill('SIGTERM');
    expect(await start.ended).toBe('0');
    await start.expectNothingLeft();
  } finally {
    await rm(copy, { recursive: true, force: true });
  }
});
