import type { PgliteTemplate } from './pglite-template';

/** What one run of the tests has for all its files. */
export interface DatabasesForAll {
  readonly pglite: PgliteTemplate;
  /** Where its PostgreSQL listens and its programs are, or why there is none. */
  readonly postgres: RunningPostgres | { readonly problem: string };
}

export interface RunningPostgres {
  readonly url: string;
  /** Folder of `initdb` and `postgres`. */
  readonly programs: string;
}

const VARIABLE = 'API_TEST_DATABASES';

/** Hands them to the test workers, which start after the global setup. */
export function shareDatabases(databases: DatabasesForAll): void {
  process.env[VARIABLE] = JSON.stringify(databases);
}

export function databasesForAll(): DatabasesForAll {
  return JSON.parse(process.env[VARIABLE] ?? '') as DatabasesForAll;
}

/** @throws Error saying why there is none */
export function postgresForAll(): RunningPostgres {
  const { postgres } = databasesForAll();
  if ('problem' in postgres) throw new Error(postgres.problem);
  return postgres;
}
