import { originOf } from '../build/environment';
import { api, remoteList } from '../build/topology';
import { checkPorts } from './ports';

/** Throws one error that names every port and origin variable with a wrong value, and every port that is taken. */
export async function checkEnvironment(environment: NodeJS.ProcessEnv): Promise<void> {
  const upstreams = [api, ...remoteList].filter(({ originVariable }) => environment[originVariable]);
  const checks = await Promise.allSettled([
    checkPorts(environment),
    ...upstreams.map((upstream) => Promise.resolve(upstream).then((part) => originOf(part, environment))),
  ]);
  const problems = checks.flatMap((check) => (check.status === 'rejected' ? [messageOf(check.reason)] : []));
  if (problems.length > 0) throw new Error(problems.join('\n'));
}

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error));
