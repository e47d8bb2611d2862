import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { api } from '@vidlunnia/shared/topology';
import { parseCsv } from './csv';

const run = promisify(execFile);
const folder = path.resolve(__dirname, '../..', api.folder);

type Kind = 'applications' | 'messages';
type Row = Record<string, string>;

/** What the agency sees of a kind of submissions: the rows that came from one e-mail address, by field. */
export const exportedRows = async (email: string, kind: Kind, dataDir: string): Promise<Row[]> =>
  (await readExport(kind, dataDir)).filter((row) => row['email'] === email);

/** The same of the rows in which a text stands, whatever the field. */
export const rowsWith = async (text: string, kind: Kind, dataDir: string): Promise<Row[]> =>
  (await readExport(kind, dataDir)).filter((row) => Object.values(row).some((value) => value.includes(text)));

async function readExport(kind: Kind, dataDir: string): Promise<Row[]> {
  // The built program, as `npm run submissions` runs its source.
  const { stdout } = await run(process.execPath, ['dist/main.js', 'submissions', '--csv', kind], {
    cwd: folder,
    env: { ...process.env, DATA_DIR: dataDir },
    maxBuffer: 64 * 1024 * 1024,
  });
  return parseCsv(stdout).map((row) =>
    Object.fromEntries(Object.entries(row).map(([field, value]) => [field, unguard(value)])),
  );
}

/** The export puts a quote before what a spreadsheet would take for a formula, such as `+380…`. */
const unguard = (cell: string) => cell.replace(/^'(?=[=+\-@\t\r])/, '');
