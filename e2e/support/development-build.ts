import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readdir, readFile, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { remoteList, shell } from '@vidlunnia/shared/topology';
import { Command, repository } from './command';
import { addSection } from './added-section';
import { copySources } from './copied-sources';

const FOLDERS = [shell, ...remoteList].map(({ folder }) => folder);
const CACHE = path.join(repository, '.cache');
const PREFIX = 'development-';

/**
 * A copy of the repository, with one section more, in which shell and remotes are built for development. Kept, and not
 * built again for the same sources: their versions are those of the site under test.
 */
export async function developmentBuild(): Promise<string> {
  const versions = await Promise.all(
    FOLDERS.map((folder) => readFile(path.join(repository, folder, 'dist/.version'), 'utf8')),
  );
  const addition = await readFile(path.join(__dirname, 'added-section.ts'), 'utf8');
  const key = createHash('sha256')
    .update([...versions, addition].join())
    .digest('hex')
    .slice(0, 12);
  const place = path.join(CACHE, PREFIX + key);
  if (existsSync(place)) return place;
  const copy = await copySources();
  try {
    await addSection(copy);
    await buildTwoAtATime(copy);
    for (const name of await readdir(CACHE)) {
      if (name.startsWith(PREFIX)) await rm(path.join(CACHE, name), { recursive: true, force: true });
    }
    await rename(copy, place);
    return place;
  } finally {
    await rm(copy, { recursive: true, force: true });
  }
}

async function buildTwoAtATime(root: string): Promise<void> {
  const waiting = [...FOLDERS];
  const work = async () => {
    for (let folder = waiting.shift(); folder !== undefined; folder = waiting.shift()) {
      await build(root, folder);
    }
  };
  await Promise.all([work(), work()]);
}

async function build(root: string, folder: string): Promise<void> {
  const cli = path.join(root, 'shared/build/cli.ts');
  const command = new Command(
    [process.execPath, '--import', 'tsx', cli],
    { NODE_ENV: 'development' },
    path.join(root, folder),
  );
  if ((await command.ended) !== '0') {
    throw new Error(`${folder} could not be built:\n${command.lines.join('\n')}`);
  }
}
