import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { performance } from 'node:perf_hooks';
import { createInterface } from 'node:readline';
import { repositoryRoot } from '@vidlunnia/remote-kit/build';
import { api } from '@vidlunnia/remote-kit/environment/topology';

/** The built API with an archive of its own. */
export interface Archive {
  /** Starts it; tells the milliseconds until its port was open. */
  start(): Promise<RunningApi>;
  remove(): Promise<void>;
}

interface RunningApi {
  readonly origin: string;
  readonly took: number;
  stop(): Promise<void>;
}

/** Copies the API, with the repository's posts repeated under other ids until there are so many. */
export async function makeArchive(posts: number): Promise<Archive> {
  const root = await mkdtemp(path.join(tmpdir(), 'vidlunnia-archive-'));
  const folder = path.join(root, api.folder);
  for (const name of ['package.json', 'dist', 'content', 'migrations']) {
    await cp(path.join(repositoryRoot, api.folder, name), path.join(folder, name), { recursive: true });
  }
  await symlink(path.join(repositoryRoot, 'node_modules'), path.join(root, 'node_modules'));
  await repeatPosts(path.join(folder, 'content/posts'), posts);
  const start = () => startApi(folder, path.join(root, 'data'));
  // The first start makes the database.
  await (await start()).stop();
  return { start, remove: () => rm(root, { recursive: true, force: true }) };
}

async function repeatPosts(folder: string, count: number): Promise<void> {
  const files = (await readdir(folder)).sort();
  for (let index = files.length; index < count; index++) {
    const text = await readFile(path.join(folder, files[index % files.length] ?? ''), 'utf8');
    const id = `post-${String(index)}`;
    await writeFile(path.join(folder, `${id}.md`), text.replace(/^id: .*$/m, `id: ${id}`));
  }
}

async function startApi(folder: string, data: string): Promise<RunningApi> {
  const started = performance.now();
  const child = spawn(process.execPath, ['dist/main.js'], {
    cwd: folder,
    env: {
      ...process.env,
      NODE_ENV: 'production',
      DATA_DIR: data,
      DATABASE_URL: '',
      API_PORT: '0',
      LOG_LEVEL: 'info',
      REQUESTS_PER_MINUTE: '1000000',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'exit');
  const origin = await new Promise<string>((resolve, reject) => {
    createInterface(child.stdout).on('line', (line) => {
      const [address] = /http:\/\/[\d.:]+/.exec(line) ?? [];
      if (address !== undefined) resolve(address);
    });
    void ended.then(() => {
      reject(new Error('The API ended before it listened; its reason stands above'));
    });
  });
  return {
    origin,
    took: performance.now() - started,
    stop: async () => {
      child.kill('SIGTERM');
      await ended;
    },
  };
}
