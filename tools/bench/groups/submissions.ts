import { message } from '@vidlunnia/api/test/support/payloads';
import type { Figure } from '../figure';
import { compareRates } from '../measure/tool';
import { startProgram } from '../servers/program';
import type { BenchSite } from '../servers/site';

const LOAD = {
  seconds: 5,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(message),
};

/** Submissions per second compared with a bare route that inserts equal rows into the same kind of database. */
export async function measureSubmissions({ apiOrigin }: BenchSite, rounds: number): Promise<Figure[]> {
  const bare = await startProgram('insert.ts');
  const url = `${apiOrigin}/api/contact`;
  return [await compareRates('Submissions compared with a bare route’s inserts', rounds, url, bare, LOAD)];
}
