/** What one run of the tests has for all its files. */
interface DatabasesForAll {
  /** Folder of an embedded database as the API leaves it after its first start; tests work on copies. */
  readonly pglite: string;
  /** Where the run's PostgreSQL listens. */
  readonly postgres: string;
}

const VARIABLE = 'API_TEST_DATABASES';

/** Hands them to the test workers, which start after the global setup. */
export function shareDatabases(databases: DatabasesForAll): void {
  process.env[VARIABLE] = JSON.stringify(databases);
}

export function databasesForAll(): DatabasesForAll {
  return JSON.parse(process.env[VARIABLE] ?? '') as DatabasesForAll;
}
