import type { PgliteTemplate } from './pglite-template';

/** What one run of the tests has for all its files. */
export interface DatabasesForAll {
  readonly pglite: PgliteTemplate;
  /** Where its PostgreSQL listens, or why there is none. */
  readonly postgres: { readonly url: string } | { readonly problem: string };
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
export function postgresForAll(): { readonly url: string } {
  const { postgres } = databasesForAll();
  if ('problem' in postgres) throw new Error(postgres.problem);
  return postgres;
}
