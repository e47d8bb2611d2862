import { originOf, valueOf } from '../build/environment';
import { makeFolderOf } from '../build/folder';
import { api, remoteList, type Remote } from '../build/topology';
import { dataFolder, keysFolder } from '../release/places';
import { readPublicKeys } from '../release/signature';
import { checkDatabase } from './check-database';
import { checkPorts } from './ports';

/**
 * Throws one error that names everything by which a start would fail: wrong values of the ports', origins' and keys'
 * variables, taken ports, folders that nothing can be written to, a PostgreSQL that is not there.
 */
export async function checkEnvironment(environment: NodeJS.ProcessEnv): Promise<void> {
  const upstreams = [api, ...remoteList].filter(({ originVariable }) => environment[originVariable]);
  const checks: (() => unknown)[] = [
    () => checkPorts(environment),
    ...upstreams.map((upstream) => () => originOf(upstream, environment)),
    ...remoteList.map((remote) => () => publicKeysOf(remote, environment)),
    () => makeFolderOf('DATA_DIR', dataFolder(environment)),
    () => makeFolderOf('KEYS_DIR', keysFolder(environment), 0o700),
    () => checkDatabase(environment),
  ];
  const results = await Promise.allSettled(checks.map((check) => Promise.resolve().then(check)));
  const problems = results.flatMap((result) =>
    result.status === 'rejected' ? [messageOf(result.reason)] : [],
  );
  if (problems.length > 0) throw new Error(problems.join('\n'));
}

function publicKeysOf({ publicKeyVariable }: Remote, environment: NodeJS.ProcessEnv): string[] {
  const keys = valueOf(publicKeyVariable, environment);
  try {
    return keys === undefined ? [] : readPublicKeys(keys);
  } catch (cause) {
    throw new Error(`${publicKeyVariable}: ${messageOf(cause)}`, { cause });
  }
}

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error));
