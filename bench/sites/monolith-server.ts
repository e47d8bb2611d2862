import { readFileSync } from 'node:fs';
import path from 'node:path';
import { remoteList, repositoryRoot, shell } from '@vidlunnia/remote-kit/build';
import { makeKeyPair } from '@vidlunnia/remote-kit/release';
import { buildApp } from '@vidlunnia/shell/server/app';
import { readEnvironment } from '@vidlunnia/shell/server/environment';
import { startRenderWorker } from '@vidlunnia/shell/server/render/render-worker';
import { superviseWorker } from '@vidlunnia/shell/server/render/supervised-worker';
import type { ReleaseSet } from '@vidlunnia/shell/src/remotes/release-set';
import { MONOLITH, RELEASE_SET_FILE, RELEASES } from '../monolith/build';
import { fixedSite } from './fixed-site';
import { programInput, tellPort } from './program';

export interface MonolithInput {
  readonly apiOrigin: string;
}

/** Keys of teams that never release. */
const NO_TEAMS = Object.fromEntries(
  remoteList.map(({ publicKeyVariable }) => [publicKeyVariable, makeKeyPair().publicKey]),
);

/** The shell's server before the monolith's build instead of the shell's and the remotes'. */
async function serve({ apiOrigin }: MonolithInput): Promise<void> {
  const releaseSet = JSON.parse(readFileSync(RELEASE_SET_FILE, 'utf8')) as ReleaseSet;
  const environment = readEnvironment({ ...NO_TEAMS, API_ORIGIN: apiOrigin, LOG_LEVEL: 'error' });
  const startWorker = () =>
    startRenderWorker(path.join(repositoryRoot, shell.folder, 'dist/node/worker.js'), {
      bundle: path.join(MONOLITH, 'dist/server/render.js'),
      options: { releaseSet, entries: {}, apiOrigin, dataDeadline: 2_000, retentionMonths: 12 },
    });
  const app = await buildApp(environment, MONOLITH, async (_environment, _dist, _contract, log) => {
    return fixedSite(releaseSet, RELEASES, await superviseWorker(startWorker, log));
  });
  process.once('SIGTERM', () => void app.close());
  tellPort(await app.listen({ port: 0, host: '127.0.0.1' }));
}

void serve(programInput<MonolithInput>());
