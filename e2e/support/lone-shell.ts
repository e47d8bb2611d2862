import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { freePorts } from '@vidlunnia/scripts';
import { startChild, untilAnswers } from '@vidlunnia/remote-kit/process/run';
import { api, shell } from '@vidlunnia/settings/topology';
import { repository } from './site';
import { startTeamOrigins, type TeamOrigins, variablesOf } from './team-origin';

/** One process of the built shell, with the test's team origins. */
export interface LoneShell {
  readonly url: string;
  /** Its data folder. */
  readonly data: string;
  readonly teams: TeamOrigins;
  stop(): Promise<unknown>;
}

export async function startLoneShell(apiOrigin: string): Promise<LoneShell> {
  const teams = await startTeamOrigins();
  const data = await mkdtemp(path.join(tmpdir(), 'vidlunnia-shell-'));
  const port = (await freePorts())[shell.portVariable] ?? '';
  const url = `http://127.0.0.1:${port}`;
  const child = startChild({
    name: shell.folder,
    cwd: path.join(repository, shell.folder),
    args: ['--enable-source-maps', 'dist/node/main.js'],
    env: {
      ...process.env,
      NODE_ENV: 'production',
      [shell.portVariable]: port,
      [api.originVariable]: apiOrigin,
      SITE_URL: url,
      DATA_DIR: data,
      LOG_LEVEL: 'warn',
      RELEASE_POLL_MS: '200',
      RENDERS_PER_MINUTE: '100000',
      TRUST_PROXY: '127.0.0.1',
      ...variablesOf(teams),
    },
    onLine: () => undefined,
  });
  const stop = async () => {
    await child.stop();
    await Promise.all([
      rm(data, { recursive: true, force: true }),
      ...Object.values(teams).map((team) => team.stop()),
    ]);
  };
  await untilAnswers(`${url}/healthz`, 60_000);
  return { url, data, teams, stop };
}
