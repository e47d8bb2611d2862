import { execFileSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { repositoryRoot, freePort } from '@vidlunnia/settings/machine';
import { startChild, untilAnswers } from '@vidlunnia/remote-kit/process/run';

const DEADLINE = 60_000;
/** Packages of other publishers are kept between runs. */
const FOLDER = path.join(repositoryRoot(), '.cache/registry');

/**
 * A registry with our own packages, which are published to it; all others are from the registry of this machine's npm
 * configuration. npm's cache is `cache`. In `env`, npm uses only this registry.
 */
export async function startRegistry(cache: string) {
  const port = String(await freePort());
  await mkdir(FOLDER, { recursive: true });
  // From an earlier run.
  for (const old of ['@vidlunnia', 'create-vidlunnia-remote', '.verdaccio-db.json'])
    await rm(path.join(FOLDER, 'storage', old), { recursive: true, force: true });
  // The registry in this machine's npm configuration. Read outside of every workspace, where npm shows it.
  const elsewhere = execFileSync('npm', ['config', 'get', 'registry'], { cwd: tmpdir(), encoding: 'utf8' });
  const ours = { access: '$all', publish: '$all' };
  const config = {
    storage: path.join(FOLDER, 'storage'),
    auth: { htpasswd: { file: path.join(FOLDER, 'htpasswd'), max_users: -1 } },
    uplinks: { elsewhere: { url: elsewhere.trim(), timeout: '60s', maxage: '1d', max_fails: 10 } },
    packages: {
      // These names are never requested from other registries.
      '@vidlunnia/*': ours,
      'create-vidlunnia-remote': ours,
      '**': { access: '$all', proxy: 'elsewhere' },
    },
    web: { enable: false },
    max_body_size: '50mb',
    log: { type: 'stdout', format: 'json', level: 'error' },
  };
  const file = path.join(FOLDER, 'config.yaml');
  // JSON is valid YAML.
  await writeFile(file, JSON.stringify(config));
  const userconfig = path.join(FOLDER, 'npmrc');
  // npm requires a token for publishing, even if the registry does not.
  await writeFile(userconfig, `registry=http://127.0.0.1:${port}/\n//127.0.0.1:${port}/:_authToken=none\n`);
  const tools = createRequire(path.join(repositoryRoot(), 'tools/package.json'));
  const child = startChild({
    name: 'registry',
    cwd: FOLDER,
    args: [tools.resolve('verdaccio/bin/verdaccio'), '--config', file, '--listen', `127.0.0.1:${port}`],
    env: process.env,
    onLine: (line) => process.stdout.write(`[registry] ${line}\n`),
  });
  await untilAnswers(`http://127.0.0.1:${port}/-/ping`, DEADLINE).catch(async (error: unknown) => {
    await child.stop();
    throw error;
  });
  // Without the settings of an npm process around this task.
  const ofNpm = Object.keys(process.env).filter((name) => /^npm_/i.test(name));
  const env: NodeJS.ProcessEnv = {
    ...process.env,
    ...Object.fromEntries(ofNpm.map((name) => [name, undefined])),
    // With the trial's value, npm would not install development dependencies.
    NODE_ENV: undefined,
    npm_config_userconfig: userconfig,
    npm_config_globalconfig: `${userconfig}-global`,
    npm_config_cache: cache,
    npm_config_audit: 'false',
    npm_config_fund: 'false',
    npm_config_update_notifier: 'false',
  };
  return { env, stop: () => child.stop() };
}
