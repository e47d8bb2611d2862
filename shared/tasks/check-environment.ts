import { readDatabaseUrl } from '../environment/database-url';
import { readMail, readWebhook } from '../environment/delivery';
import { makeFolderOf } from '../environment/folder';
import { dataFolder, keysFolder } from '../environment/places';
import { EnvironmentError, readSettings, type Environment } from '../environment/read-settings';
import { ALL_SETTINGS } from '../environment/settings';
import { messageOf } from '../process/errors';
import { checkDatabase } from './check-database';
import { checkPorts } from './ports';

/**
 * Throws one error that names everything by which a start would fail: settings that the servers would reject, taken
 * ports, folders that nothing can be written to, a PostgreSQL that is not there. A team's key may be unset: the start
 * makes one and hands it over.
 */
export async function checkEnvironment(environment: Environment): Promise<void> {
  const checks: (() => unknown)[] = [
    () => checkPorts(environment),
    () => {
      readSettings(environment, (reader) => {
        for (const setting of ALL_SETTINGS) reader.get(setting);
        readDatabaseUrl(reader);
        readMail(reader);
        readWebhook(reader);
      });
    },
    () => makeFolderOf('DATA_DIR', dataFolder(environment)),
    () => makeFolderOf('KEYS_DIR', keysFolder(environment), 0o700),
    () => checkDatabase(environment),
  ];
  const results = await Promise.allSettled(checks.map((check) => Promise.resolve().then(check)));
  const problems = results.flatMap((result) =>
    result.status === 'rejected' ? problemsOf(result.reason) : [],
  );
  if (problems.length > 0) throw new Error([...new Set(problems)].join('\n'));
}

const problemsOf = (error: unknown): readonly string[] =>
  error instanceof EnvironmentError ? error.problems : messageOf(error).split('\n');
