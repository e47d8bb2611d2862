import { existsSync } from 'node:fs';
import path from 'node:path';
import { installedTestBrowser } from '@vidlunnia/remote-kit/environment/find-browser';
import { keysFolder } from '@vidlunnia/remote-kit/environment/places';
import type { Environment } from '@vidlunnia/remote-kit/environment/read-settings';
import { workspaces } from '@vidlunnia/remote-kit/environment/topology';
import { messageOf } from '@vidlunnia/remote-kit/process/errors';
import { readKey } from '@vidlunnia/remote-kit/release/keys';
import { siteOf } from '@vidlunnia/remote-kit/release/site';
import { environmentProblems } from './check-environment';

type State = 'right' | 'look' | 'wrong';

/** One line of the report: state, subject, and details, with the fix if there is a problem. */
export type Finding = readonly [state: State, title: string, text: string];

/** Checks everything that `npm start`, `npm test` and the release commands need. */
export async function examine(environment: Environment): Promise<readonly Finding[]> {
  const [problems, site] = await Promise.all([
    environmentProblems(environment),
    finding('site', () => lookAtSite(environment)),
  ]);
  // A running site uses its ports and its database.
  const ports = site[0] === 'right' ? 'look' : 'wrong';
  return [
    ['right', 'node', process.version],
    ...problems.flatMap(({ title, problems: found }): Finding[] =>
      found.length === 0
        ? [['right', title, 'as they should be']]
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
  if (browser !== null) return ['right', browser];
  return ['look', 'none here; npm test installs one, or set CHROMIUM_PATH'];
}

async function lookAtKey(remote: (typeof workspaces)[number], environment: Environment): Promise<Look> {
  const { folder, publicKeyVariable } = remote;
  const file = path.join(keysFolder(environment), `${folder}.key`);
  if (!existsSync(file)) return ['look', `none yet: npm start, or npm run keys -w ${folder}, makes it`];
  const { publicKey } = await readKey(remote, environment);
  const configured = environment[publicKeyVariable]?.split(',') ?? [publicKey];
  if (configured.includes(publicKey)) return ['right', file];
  return [
    'wrong',
    `${publicKeyVariable} names another key than ${file}: what is released here would be rejected; add ${publicKey}`,
  ];
}

async function lookAtSite(environment: Environment): Promise<Look> {
  const site = siteOf(environment);
  const answer = await site.ask();
  if (typeof answer === 'string') return ['look', `none runs: ${answer}`];
  const live = workspaces.map(
    ({ name, folder }) => `${folder} ${answer.remotes[name]?.live?.version ?? 'is not live'}`,
  );
  return ['right', `${site.url}: ${live.join(', ')}`];
}
