import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { startChild } from '@vidlunnia/remote-kit/process/child';
import { untilAnswers } from '@vidlunnia/remote-kit/process/until';

/** Milliseconds until the registry answers. */
const DEADLINE = 60_000;

export interface Registry {
  readonly origin: string;
  /** Environment in which npm knows this registry alone. */
  readonly env: NodeJS.ProcessEnv;
  readonly stop: () => Promise<void>;
}

/**
 * A registry with packages of ours alone that are published to it, and everybody else's from the registry that npm has
 * here. It keeps theirs in `folder`; npm keeps what it gets in `cache`.
 */
export async function startRegistry(folder: string, cache: string, port: number): Promise<Registry> {
  const origin = `http://127.0.0.1:${String(port)}`;
  await mkdir(folder, { recursive: true });
  // Of another run.
  for (const old of ['@vidlunnia', 'create-vidlunnia-remote', '.verdaccio-db.json'])
    await rm(path.join(folder, 'storage', old), { recursive: true, force: true });
  const config = {
    storage: path.join(folder, 'storage'),
    auth: { htpasswd: { file: path.join(folder, 'htpasswd'), max_users: -1 } },
    uplinks: { elsewhere: { url: npmRegistry(), timeout: '60s', maxage: '1d', max_fails: 10 } },
    packages: {
      // Whoever has these names elsewhere: they are not asked for there.
      '@vidlunnia/*': { access: '$all', publish: '$all' },
      'create-vidlunnia-remote': { access: '$all', publish: '$all' },
      '**': { access: '$all', proxy: 'elsewhere' },
    },
    web: { enable: false },
    max_body_size: '50mb',
    log: { type: 'stdout', format: 'json', level: 'warn' },
  };
  const file = path.join(folder, 'config.yaml');
  // JSON is YAML.
  await writeFile(file, JSON.stringify(config));
  const program = createRequire(path.join(__dirname, '../tools/package.json')).resolve(
    'verdaccio/bin/verdaccio',
  );
  const lines: string[] = [];
  const child = startChild({
    name: 'registry',
    cwd: folder,
    args: [program, '--config', file, '--listen', `127.0.0.1:${String(port)}`],
    env: process.env,
    onLine: (line) => void lines.push(line),
  });
  await Promise.race([
    untilAnswers(`${origin}/-/ping`, DEADLINE),
    child.ended.then((how) => {
      throw new Error(`The registry ended (${how}):\n${lines.join('\n')}`);
    }),
  ]).catch(async (error: unknown) => {
    await child.stop();
    throw error;
  });
  const userconfig = path.join(folder, 'npmrc');
  // npm publishes nothing without a token, whatever the registry asks.
  await writeFile(userconfig, `registry=${origin}/\n//127.0.0.1:${String(port)}/:_authToken=none\n`);
  return { origin, env: npmEnvironment(userconfig, cache), stop: () => child.stop() };
}

/** Nothing that npm was told by another npm, around this task, is passed on. */
const npmEnvironment = (userconfig: string, cache: string): NodeJS.ProcessEnv => ({
  ...process.env,
  ...Object.fromEntries(
    Object.keys(process.env)
      .filter((name) => /^npm_/i.test(name))
      .map((name) => [name, undefined]),
  ),
  // With what the site of this trial runs with, npm would leave out what develops.
  NODE_ENV: undefined,
  npm_config_userconfig: userconfig,
  npm_config_globalconfig: `${userconfig}-global`,
  npm_config_cache: cache,
  npm_config_audit: 'false',
  npm_config_fund: 'false',
  npm_config_update_notifier: 'false',
});

/** The registry that npm is told to use on this machine. Asked outside of every workspace, where npm answers. */
function npmRegistry(): string {
  const { stdout } = spawnSync('npm', ['config', 'get', 'registry'], {
    cwd: tmpdir(),
    encoding: 'utf8',
    shell: process.platform === 'win32',
  });
  return stdout.trim();
}
