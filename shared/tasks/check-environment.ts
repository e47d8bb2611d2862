import { originOf, valueOf } from '../build/environment';
import { api, remoteList, type Remote } from '../build/topology';
import { readPublicKeys } from '../release/signature';
import { checkPorts } from './ports';

/** Throws one error that names every port, origin and key variable with a wrong value, and every port that is taken. */
export async function checkEnvironment(environment: NodeJS.ProcessEnv): Promise<void> {
  const upstreams = [api, ...remoteList].filter(({ originVariable }) => environment[originVariable]);
  const checks: (() => unknown)[] = [
    () => checkPorts(environment),
    ...upstreams.map((upstream) => () => originOf(upstream, environment)),
    ...remoteList.map((remote) => () => publicKeysOf(remote, environment)),
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
