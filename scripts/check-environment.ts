import { makeFolderOf } from '@vidlunnia/remote-kit/environment/folder';
import { dataFolder, keysFolder } from '@vidlunnia/remote-kit/environment/places';
import {
  EnvironmentError,
  readSettings,
  type Environment,
} from '@vidlunnia/remote-kit/environment/read-settings';
import { readDatabaseUrl, readMail, readWebhook } from '@vidlunnia/remote-kit/environment/services';
import { ALL_SETTINGS } from '@vidlunnia/remote-kit/environment/settings';
import { messageOf } from '@vidlunnia/remote-kit/process/errors';
import { checkDatabase } from './check-database';
import { checkPorts } from './ports';

/** One thing that a start needs. */
interface Check {
  readonly title: string;
  readonly check: () => unknown;
}

const checksOf = (environment: Environment): readonly Check[] => [
  { title: 'ports', check: () => checkPorts(environment) },
  {
    title: 'settings',
    check: () => {
      readSettings(environment, (reader) => {
        for (const setting of ALL_SETTINGS) reader.get(setting);
        readDatabaseUrl(reader);
        readMail(reader);
        readWebhook(reader);
      });
    },
  },
  { title: 'data', check: () => makeFolderOf('DATA_DIR', dataFolder(environment)) },
  { title: 'keys', check: () => makeFolderOf('KEYS_DIR', keysFolder(environment), 0o700) },
  { title: 'database', check: () => checkDatabase(environment) },
];

/**
 * What of a start's needs is not met: settings that the servers would reject, taken ports, folders that nothing can be
 * written to, a PostgreSQL that is not there. A team's key may be unset: the start makes one and hands it over.
 */
export const environmentProblems = (
  environment: Environment,
): Promise<readonly { readonly title: string; readonly problems: readonly string[] }[]> =>
  Promise.all(
    checksOf(environment).map(async ({ title, check }) => {
      const [result] = await Promise.allSettled([Promise.resolve().then(check)]);
      return { title, problems: result.status === 'rejected' ? problemsOf(result.reason) : [] };
    }),
  );

/** Throws one error that names everything by which a start would fail. */
export async function checkEnvironment(environment: Environment): Promise<void> {
  const found = await environmentProblems(environment);
  const problems = found.flatMap((each) => each.problems);
  if (problems.length > 0) throw new Error([...new Set(problems)].join('\n'));
}

const problemsOf = (error: unknown): readonly string[] =>
  error instanceof EnvironmentError ? error.problems : messageOf(error).split('\n');
