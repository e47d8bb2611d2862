import { existsSync } from 'node:fs';
import path from 'node:path';
import { installedTestBrowser } from '@vidlunnia/remote-kit/process/find-browser';
import { keysFolder, messageOf, repositoryRoot } from '@vidlunnia/settings/machine';
import type { Environment } from '@vidlunnia/settings';
import { readTopology, type RemotePackage } from '@vidlunnia/settings/topology';
import { say } from '@vidlunnia/remote-kit/process/task';
import { formatTable } from '@vidlunnia/remote-kit/release/list-releases';
import { readKey } from '@vidlunnia/remote-kit/release/keys';
import { siteOf } from '@vidlunnia/remote-kit/release/team';
import { environmentProblems } from './check-environment';

type State = 'ok' | 'note' | 'wrong';

/** One line of the report: state, subject, and details, with the fix if there is a problem. */
type Finding = readonly [state: State, title: string, text: string];

/** `npm run doctor`: shows what is fine, what to note, and what to fix. Fails when something is wrong. */
export async function doctor(environment: Environment): Promise<void> {
  const findings = await examine(environment);
  for (const line of formatTable(findings)) say(line);
  if (findings.some(([state]) => state === 'wrong')) process.exitCode = 1;
}

/** Checks everything that `npm start`, `npm test` and the release commands need. */
export async function examine(environment: Environment): Promise<readonly Finding[]> {
  const { workspaces } = readTopology(repositoryRoot());
  const [problems, site] = await Promise.all([
    environmentProblems(environment),
    finding('site', () => lookAtSite(workspaces, environment)),
  ]);
  // A running site uses its ports and its database.
  const ports = site[0] === 'ok' ? 'note' : 'wrong';
  return [
    ['ok', 'node', process.version],
    ...problems.flatMap(({ title, problems: found }): Finding[] =>
      found.length === 0
        ? [['ok', title, 'fine']]
        : found.map((text) => [title === 'ports' ? ports : 'wrong', title, text]),
    ),
    await finding('browser', lookAtBrowser),
    ...(await Promise.all(
      workspaces.map((remote) => finding(`key of ${remote.folder}`, () => lookAtKey(remote, environment))),
    )),
    site,
  ];
}

type Look = readonly [state: State, text: string];

async function finding(title: string, look: () => Look | Promise<Look>): Promise<Finding> {
  try {
    const [state, text] = await look();
    return [state, title, text];
  } catch (error) {
    return ['wrong', title, messageOf(error)];
  }
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
