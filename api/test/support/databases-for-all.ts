/** Databases that all test files of one run share. */
interface DatabasesForAll {
  /** Folder of an embedded database after the API's first start; tests work on copies. */
  readonly pglite: string;
  /** Address of the run's PostgreSQL. */
  readonly postgres: string;
}

const VARIABLE = 'API_TEST_DATABASES';

/** Passes them to the test workers, which start after the global setup. */
export function shareDatabases(databases: DatabasesForAll): void {
  process.env[VARIABLE] = JSON.stringify(databases);
}

export function databasesForAll(): DatabasesForAll {
  return JSON.parse(process.env[VARIABLE] ?? '') as DatabasesForAll;
}
