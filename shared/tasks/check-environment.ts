import { createRequire } from 'node:module';
import path from 'node:path';
import { EnvironmentError, valueOf, type Environment } from '../environment/environment';
import { makeFolderOf } from '../environment/folder';
import { repositoryRoot } from '../environment/repository';
import { remoteList } from '../environment/topology';
import { dataFolder, keysFolder } from '../environment/places';
import { checkDatabase } from './check-database';
import { checkPorts } from './ports';
import { messageOf } from '../process/errors';

/** The servers' own readers of their variables. */
const READERS = ['shell/server/environment.ts', 'api/src/config/environment.ts'];

type Reader = (environment: Environment) => unknown;

/**
 * Throws one error that names everything by which a start would fail: what the servers would reject, taken ports,
 * folders that nothing can be written to, a PostgreSQL that is not there.
 */
export async function checkEnvironment(environment: Environment): Promise<void> {
  const checks: (() => unknown)[] = [
    () => checkPorts(environment),
    ...READERS.map((file) => () => loadReader(file)(withKeys(environment))),
    () => makeFolderOf('DATA_DIR', dataFolder(environment)),
    () => makeFolderOf('KEYS_DIR', keysFolder(environment), 0o700),
    () => checkDatabase(environment),
  ];
  const results = await Promise.allSettled(checks.map((check) => Promise.resolve().then(check)));
  const problems = results.flatMap((result) =>
    result.status === 'rejected' ? problemsOf(result.reason) : [],
  );
  // Several read the same variable, each with words of its own.
  const subjects = problems.map(subjectOf);
  const told = problems.filter((_, index) => subjects.indexOf(subjects[index] ?? '') === index);
  if (told.length > 0) throw new Error(told.join('\n'));
}

// Not imported: packages know each other by their surfaces alone, and this is none.
function loadReader(file: string): Reader {
  const { readEnvironment } = createRequire(__filename)(path.join(repositoryRoot, file)) as {
    readEnvironment: Reader;
  };
  return readEnvironment;
}

/** A key that is not set is made by the start and handed over. */
function withKeys(environment: Environment): Environment {
  const unset = remoteList.filter(({ publicKeyVariable }) => !valueOf(publicKeyVariable, environment));
  const keys = unset.map(({ publicKeyVariable }) => [publicKeyVariable, 'k'.repeat(43)] as const);
  return { ...environment, ...Object.fromEntries(keys) };
}

/** The variable that a problem names first, else the problem itself. */
const subjectOf = (problem: string) => /^[A-Z_]+\b/.exec(problem)?.[0] ?? problem;

const problemsOf = (error: unknown): readonly string[] => {
  if (error instanceof EnvironmentError) return error.problems;
  return messageOf(error).split('\n');
};
