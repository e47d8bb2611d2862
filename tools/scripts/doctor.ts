import { existsSync } from 'node:fs';
import path from 'node:path';
import { installedTestBrowser } from '@vidlunnia/remote-kit/process/find-browser';
import { keysFolder, repositoryRoot } from '@vidlunnia/settings/machine';
import type { Environment } from '@vidlunnia/settings';
import { formatTable } from '@vidlunnia/settings/table';
import { readTopology, type RemotePackage } from '@vidlunnia/settings/topology';
import { say } from '@vidlunnia/remote-kit/process/task';
import { readKey } from '@vidlunnia/remote-kit/release/keys';
import { siteOf } from '@vidlunnia/remote-kit/release/team';
import { environmentFindings, findings, type Finding, type Look } from './check-environment';

/** `npm run doctor`: shows what is fine, what to note, and what to fix. Fails when something is wrong. */
export async function doctor(environment: Environment): Promise<void> {
  const found = await examine(environment);
  for (const line of formatTable(found)) say(line);
  if (found.some(([state]) => state === 'wrong')) process.exitCode = 1;
}

/** Checks everything that `npm start`, `npm test` and the release commands need. */
export async function examine(environment: Environment): Promise<readonly Finding[]> {
  const { workspaces } = readTopology(repositoryRoot());
  const [needed, site, browser, ...keys] = await Promise.all([
    environmentFindings(environment),
    findings('site', () => lookAtSite(workspaces, environment)),
    findings('browser', lookAtBrowser),
    ...workspaces.map((remote) => findings(`key of ${remote.folder}`, () => lookAtKey(remote, environment))),
  ]);
  // A running site uses its ports.
  const isRunning = site.some(([state]) => state === 'ok');
  const wanted = needed.map(([state, title, text]): Finding => {
    const isItsOwn = isRunning && title === 'ports' && state === 'wrong';
    return [isItsOwn ? 'note' : state, title, text];
  });
  return [['ok', 'node', process.version], ...wanted, ...browser, ...keys.flat(), ...site];
}

function lookAtBrowser(): Look {
  const browser = installedTestBrowser();
  if (browser !== null) return ['ok', browser];
  return ['note', 'none; npm test installs one, or set CHROMIUM_PATH'];
}

async function lookAtKey(remote: RemotePackage, environment: Environment): Promise<Look> {
  const { folder, publicKeyVariable } = remote;
  const file = path.join(keysFolder(environment), `${folder}.key`);
  if (!existsSync(file)) return ['note', `none yet: npm start, or npm run keys -w ${folder}, makes it`];
  const { publicKey } = await readKey(remote, environment);
  const configured = environment[publicKeyVariable]?.split(',') ?? [publicKey];
  if (configured.includes(publicKey)) return ['ok', file];
  return [
    'wrong',
    `${publicKeyVariable} names another key than ${file}: the site would reject releases from here; add ${publicKey}`,
  ];
}

async function lookAtSite(workspaces: readonly RemotePackage[], environment: Environment): Promise<Look> {
  const site = siteOf(environment);
  const answer = await site.ask();
  if (typeof answer === 'string') return ['note', `none is running: ${answer}`];
  const live = workspaces.map(
    ({ name, folder }) => `${folder} ${answer.remotes[name]?.live?.version ?? 'is not live'}`,
  );
  return ['ok', `${site.url}: ${live.join(', ')}`];
}
