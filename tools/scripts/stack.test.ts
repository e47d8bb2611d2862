import { describe, expect, jest, test } from '@jest/globals';
import { repositoryRoot } from '@vidlunnia/settings/machine';
import type { Child } from '@vidlunnia/remote-kit/process/run';
import { api, readTopology, shell, type Package } from '@vidlunnia/settings/topology';
import { freePorts, keepRunning, startStack } from './stack';

/** Not the default, where the system has more addresses than one. */
const HOST = process.platform === 'linux' ? '127.0.0.2' : '127.0.0.1';

/** Responds at the package's port, and prints each request and its key. */
const server = ({ portVariable }: Package) => `
  require('node:http').createServer((request, response) => {
    console.log('asked for ' + request.url);
    response.end();
  }).listen(Number(process.env.${portVariable}), process.env.HOST);
  console.log('knows ' + process.env.BLOG_KEY);
`;

/** Starts a site of small programs; `scripts` replace a package's server, by folder. */
async function start(
  scripts: Readonly<Record<string, string>> = {},
  onLine: (line: string) => void = () => undefined,
  { signal } = new AbortController(),
) {
  const lines: string[] = [];
  const processes: number[] = [];
  const programOf = (pkg: Package) => [
    '-e',
    `console.log('process ' + process.pid);${scripts[pkg.folder] ?? server(pkg)}`,
  ];
  const starting = startStack(
    {
      environment: { ...process.env, ...(await freePorts()), HOST },
      onLine: (folder, text) => {
        const [, id] = /^process (\d+)$/.exec(text) ?? [];
        const line = id === undefined ? `${folder} ${text}` : `${folder} runs`;
        if (id !== undefined) processes.push(Number(id));
        lines.push(line);
        onLine(line);
      },
      signal,
    },
    {
      programOf,
      publish: () => Promise.resolve({ BLOG_KEY: 'the key' }),
      originPath: '/healthz',
      shellWaits: true,
    },
  );
  return { starting, lines, left: () => processes.filter(isAlive) };
}

function isAlive(id: number): boolean {
  try {
    return process.kill(id, 0);
  } catch {
    return false;
  }
}

test('a site is ready when every package is healthy; an ended one can be started again; a stop ends all', async () => {
  const { starting, lines, left } = await start();
  const site = await starting;
  expect(new URL(site.url).hostname).toBe(HOST === '127.0.0.1' ? 'localhost' : HOST);
  const folders = readTopology(repositoryRoot()).packages.map(({ folder }) => folder);
  expect([...site.children.keys()].sort()).toEqual(folders.sort());
  expect(left()).toHaveLength(folders.length);
  // The first page is complete: the shell starts after all servers that it needs.
  const before = lines.slice(0, lines.indexOf('shell runs'));
  expect(before).toContain('api asked for /api/health');
  for (const folder of ['mfe-home', 'mfe-blog', 'mfe-forms'])
    expect(before).toContain(`${folder} asked for /healthz`);
  expect(lines).toContain('shell knows the key');
  await site.children.get('mfe-forms')?.stop();
  await site.restart('mfe-forms');
  expect(lines.filter((line) => line === 'mfe-forms runs')).toHaveLength(2);
  expect(() => site.restart('mfe-none')).toThrow('mfe-none is not a package of the site');
  await site.stop();
  expect(lines).toContain('shell asked for /');
  expect(left()).toEqual([]);
});

test('Ctrl-C during a start stops every process, and no more are started', async () => {
  const interrupted = new AbortController();
  const onLine = (line: string) => {
    if (line !== 'mfe-blog runs') return;
    for (const id of left()) process.kill(id, 'SIGINT');
    interrupted.abort(new Error('Interrupted by SIGINT'));
  };
  // Never ready.
  const scripts = { 'mfe-blog': 'setInterval(() => undefined, 1_000)' };
  const { starting, lines, left } = await start(scripts, onLine, interrupted);
  await expect(starting).rejects.toThrow('Interrupted by SIGINT');
  expect(left()).toEqual([]);
  expect(lines).not.toContain('shell runs');
});

test.each([api.folder, 'mfe-home', shell.folder])(
  'when %s ends before it is ready, the start fails with its name, and the rest is stopped',
  async (folder) => {
    const broken = `console.error('DATA_DIR is wrong'); process.exitCode = 1`;
    const { starting, lines, left } = await start({ [folder]: broken });
    await expect(starting).rejects.toThrow(
      `${folder} ended before it was ready (code 1); the reason is above`,
    );
    expect(lines).toContain(`${folder} DATA_DIR is wrong`);
    expect(left()).toEqual([]);
  },
);

describe('a package that ends', () => {
  /** A package that runs until it is ended, and can be restarted. */
  function run(folder: string) {
    const interrupted = new AbortController();
    const children = new Map<string, Child>();
    let end: (how: string) => void = () => undefined;
    const restart = jest.fn((name: string) => {
      const ended = new Promise<string>((resolve) => (end = resolve));
      children.set(name, { name, ended } as Child);
      return Promise.resolve();
    });
    void restart(folder);
    restart.mockClear();
    const wait = jest.fn<(ms: number) => Promise<unknown>>().mockResolvedValue(undefined);
    const over = keepRunning(folder, { children, restart }, interrupted.signal, wait);
    const kill = () => {
      end('signal SIGKILL');
      return new Promise(setImmediate);
    };
    return { over, interrupted, restart, wait, kill };
  }

  test('the end of the shell is an error, unless Ctrl-C ends it: there is no site without it', async () => {
    const [crashed, ended] = [run('shell'), run('shell')];
    void crashed.kill();
    await expect(crashed.over).rejects.toThrow(
      'shell has ended (signal SIGKILL), and no page can be served without it; the rest is stopped',
    );
    ended.interrupted.abort();
    void ended.kill();
    await ended.over;
  });

  test('another package is restarted, even after failed attempts, with waits that double up to a minute and end with Ctrl-C', async () => {
    const said = jest.spyOn(process.stdout, 'write').mockReturnValue(true);
    const { over, interrupted, restart, wait, kill } = run('api');
    restart.mockRejectedValueOnce(new Error('ended before it was ready'));
    await kill();
    expect(said).toHaveBeenCalledWith(
      'api has ended (signal SIGKILL); the site continues without it, and restarts it in 1 s\n',
    );
    for (let time = 0; time < 6; time++) await kill();
    expect(wait.mock.calls.flat()).toEqual([1, 2, 4, 8, 16, 32, 60, 60].map((seconds) => seconds * 1_000));
    // After a minute of work, waits start from the beginning.
    const now = jest.spyOn(Date, 'now').mockReturnValue(Date.now() + 60_001);
    await kill();
    now.mockRestore();
    expect(wait.mock.calls.at(-1)).toEqual([1_000]);
    wait.mockImplementation(() => {
      interrupted.abort();
      return Promise.reject(new Error('interrupted'));
    });
    await kill();
    await over;
    expect(restart).toHaveBeenCalledTimes(9);
    said.mockRestore();
  });
});
