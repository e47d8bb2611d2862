import { once } from 'node:events';
import type { Row } from '../channel/operations';
import { formatTable } from '../submissions/format-submissions';
import { pagesOf } from './pages';

/** Writes to the standard output, no faster than that is read. */
export async function print(text: string): Promise<void> {
  if (!process.stdout.write(text)) await once(process.stdout, 'drain');
}

/** Prints rows as a table, a long one in parts. */
export async function printTables(fields: readonly string[], rows: AsyncIterable<Row>): Promise<void> {
  for await (const page of pagesOf(rows)) await print(`${formatTable(fields, page)}\n\n`);
}
