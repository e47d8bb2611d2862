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

/** One line of the report: what was looked at, how it is, and, when that is not well, what mends it. */
interface Finding {
  readonly title: string;
  readonly state: 'right' | 'look' | 'wrong';
  readonly text: string;
}

const right = (title: string, text: string): Finding => ({ title, state: 'right', text });
const look = (title: string, text: string): Finding => ({ title, state: 'look', text });
const wrong = (title: string, text: string): Finding => ({ title, state: 'wrong', text });

/** Looks at all that `npm start`, `npm test` and the release commands need. */
export async function examine(environment: Environment): Promise<readonly Finding[]> {
  const [problems, site] = await Promise.all([environmentProblems(environment), siteFinding(environment)]);
  const runs = site.state === 'right';
  return [
    right('node', process.version),
    ...problems.flatMap(({ title, problems: found }) => {
      if (found.length === 0) return [right(title, 'as they should be')];
      // A site that runs has its ports, and its database.
      return found.map((text) => (runs && title === 'ports' ? look(title, text) : wrong(title, text)));
    }),
    browserFinding(),
    ...(await Promise.all(workspaces.map((remote) => keyFinding(remote, environment)))),
    site,
  ];
}

function browserFinding(): Finding {
  try {
    const browser = installedTestBrowser();
    if (browser !== null) return right('browser', browser);
    return look('browser', 'none here; npm test installs one, or set CHROMIUM_PATH');
  } catch (error) {
    return wrong('browser', messageOf(error));
  }
}

async function keyFinding(remote: (typeof workspaces)[number], environment: Environment): Promise<Finding> {
  const title = `key of ${remote.folder}`;
  const file = path.join(keysFolder(environment), `${remote.folder}.key`);
  if (!existsSync(file))
    return look(title, `none yet: npm start, or npm run keys -w ${remote.folder}, makes it`);
  try {
    const { publicKey } = await readKey(remote, environment);
    const configured = environment[remote.publicKeyVariable]?.split(',') ?? [publicKey];
    if (configured.includes(publicKey)) return right(title, file);
    return wrong(
      title,
      `${remote.publicKeyVariable} names another key than ${file}: what is released here would be rejected; add ${publicKey}`,
    );
  } catch (error) {
    return wrong(title, messageOf(error));
  }
}

async function siteFinding(environment: Environment): Promise<Finding> {
  try {
    const site = siteOf(environment);
    const answer = await site.ask();
    if (typeof answer === 'string') return look('site', `none runs: ${answer}`);
    const live = workspaces.map(
      ({ name, folder }) => `${folder} ${answer.remotes[name]?.live?.version ?? 'is not live'}`,
    );
    return right('site', `${site.url}: ${live.join(', ')}`);
  } catch (error) {
    return wrong('site', messageOf(error));
  }
}
