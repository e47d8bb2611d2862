import { execFile } from 'node:child_process';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { publishBuilds } from '@vidlunnia/scripts/stack';
import { api } from '@vidlunnia/remote-kit/environment/topology';
import { repository } from './command';

const PREPARED = 'E2E_PREPARED_DATA';

const makeFolder = () => mkdtemp(path.join(tmpdir(), 'vidlunnia-e2e-'));

const placeIn = (folder: string) => ({ DATA_DIR: folder, KEYS_DIR: path.join(folder, 'keys') });

/**
 * Makes once what every site's first start would make in seconds: a migrated database, the teams' keys and
 * releases. The process that made it has closed the database and ended: its files may be copied.
 */
export async function prepareData(): Promise<() => Promise<void>> {
  const folder = await makeFolder();
  const environment = { ...process.env, NODE_ENV: 'production', ...placeIn(folder) };
  await promisify(execFile)(process.execPath, ['dist/main.js', 'migrate'], {
    cwd: path.join(repository, api.folder),
    env: environment,
  });
  await publishBuilds(environment, () => undefined);
  process.env[PREPARED] = folder;
  return () => rm(folder, { recursive: true, force: true });
}

export interface DataFolder {
  /** Variables that make it a site's. */
  readonly place: Readonly<Record<'DATA_DIR' | 'KEYS_DIR', string>>;
  remove(): Promise<void>;
}

/** A data folder of a site's own: an empty one, or one as its first start leaves it. */
export async function makeDataFolder(kind: 'empty' | 'prepared'): Promise<DataFolder> {
  const folder = await makeFolder();
  if (kind === 'prepared') {
    const prepared = process.env[PREPARED];
    if (prepared === undefined) throw new Error('No data were prepared: the global setup did not run');
    await cp(prepared, folder, { recursive: true });
  }
  return { place: placeIn(folder), remove: () => rm(folder, { recursive: true, force: true }) };
}
