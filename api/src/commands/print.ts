import { once } from 'node:events';

/** Writes to the standard output, no faster than that is read. */
export async function print(text: string): Promise<void> {
  if (!process.stdout.write(text)) await once(process.stdout, 'drain');
}
