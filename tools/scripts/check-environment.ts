import { once } from 'node:events';
import { connect } from 'node:net';
import { API_SETTINGS, readDatabaseUrl, readMail, readWebhook } from '@vidlunnia/api/src/config/settings';
import {
  dataFolder,
  keysFolder,
  makeFolderOf,
  listenProblem,
  messageOf,
  repositoryRoot,
} from '@vidlunnia/settings/machine';
import {
  type Environment,
  EnvironmentError,
  getter,
  portOf,
  readSettings,
  SETTINGS,
} from '@vidlunnia/settings';
import { type Package, readTopology } from '@vidlunnia/settings/topology';
import { ALL_SETTINGS } from './settings';

const POSTGRES_PORT = 5432;
/** Milliseconds for a connection to PostgreSQL, the same as in the API. */
const DEADLINE = 3_000;

/** Requirements of a start. Each rejects with one line per problem. */
const CHECKS: Readonly<Record<string, (environment: Environment) => unknown>> = {
  ports: async (environment) => {
    const { packages } = readTopology(repositoryRoot());
    const problems = await Promise.all(packages.map((pkg) => portProblem(pkg, environment)));
    // All packages share one address.
    const found = new Set(problems.filter((problem) => problem !== null));
    if (found.size > 0) throw new EnvironmentError([...found]);
  },
  settings: (environment) => {
    readSettings(environment, (reader) => {
      for (const setting of ALL_SETTINGS) reader.get(setting);
      readDatabaseUrl(reader);
      readMail(reader);
      readWebhook(reader);
    });
  },
  data: (environment) => makeFolderOf('DATA_DIR', dataFolder(environment)),
  keys: (environment) => makeFolderOf('KEYS_DIR', keysFolder(environment), 0o700),
  database: checkDatabase,
};

/** A line of a report: state, subject, and details, with the fix if something is wrong. */
export type Finding = readonly [state: State, title: string, text: string];
type State = 'ok' | 'note' | 'wrong';
export type Look = readonly [state: State, text: string];

/** What a look at something finds: one line, or one for each problem if it throws. */
export async function findings(title: string, look: () => Look | Promise<Look>): Promise<Finding[]> {
  try {
    const [state, text] = await look();
    return [[state, title, text]];
  } catch (error) {
    const problems = error instanceof EnvironmentError ? error.problems : messageOf(error).split('\n');
    return problems.map((text) => ['wrong', title, text]);
  }
}

/**
 * Finds what would make a start fail: settings that the servers would reject, ports in use, folders that are not
 * writable, an unreachable PostgreSQL. A team's key may be unset: the start makes one and passes it on.
 */
export async function environmentFindings(environment: Environment): Promise<Finding[]> {
  const found = Object.entries(CHECKS).map(([title, check]) =>
    findings(title, async () => {
      await check(environment);
      return ['ok', 'fine'];
    }),
  );
  return (await Promise.all(found)).flat();
}

/** Throws one error with all problems that would make a start fail. */
export async function checkEnvironment(environment: Environment): Promise<void> {
  const found = await environmentFindings(environment);
  const problems = found.filter(([state]) => state === 'wrong').map(([, , text]) => text);
  if (problems.length > 0) throw new Error([...new Set(problems)].join('\n'));
}

/** By the system's code. Any other concerns the address. */
const PORT_PROBLEMS: ReadonlyMap<string, string> = new Map([
  ['EADDRINUSE', 'is in use'],
  ['EACCES', 'needs more rights'],
]);

async function portProblem(pkg: Package, environment: Environment): Promise<string | null> {
  try {
    const get = getter(environment);
    const [port, host] = [portOf(pkg, get), get(SETTINGS.host)];
    // The API alone may let the system choose its port; the shell could not find it then.
    if (port === 0) return `${pkg.portVariable} is “0”; the whole site needs a fixed port`;
    const problem = await listenProblem(port, host);
    if (problem === null) return null;
    const reason = PORT_PROBLEMS.get(problem);
    return reason === undefined
      ? `HOST is “${host}”; nothing can listen there (${problem}); name an address of this machine`
      : `Port ${String(port)} for ${pkg.folder} ${reason}; choose another with ${pkg.portVariable}`;
  } catch (error) {
    return messageOf(error);
  }
}

/** The value of `DATABASE_URL` is not repeated: it may contain a password. */
async function checkDatabase(environment: Environment): Promise<void> {
  const value = getter(environment)(API_SETTINGS.databaseUrl);
  // A URL without a host means a socket, in several notations.
  const { hostname, port } = new URL(value ?? 'postgres:///');
  if (hostname === '') return;
  const host = hostname.replace(/^\[|\]$/g, '');
  const socket = connect({ host, port: Number(port) || POSTGRES_PORT });
  try {
    await once(socket, 'connect', { signal: AbortSignal.timeout(DEADLINE) });
  } catch (cause) {
    const place = `${hostname}:${port || String(POSTGRES_PORT)}`;
    throw new Error(
      `DATABASE_URL: no server responds at ${place}; start PostgreSQL there, or correct the address`,
      {
        cause,
      },
    );
  } finally {
    socket.destroy();
  }
}
