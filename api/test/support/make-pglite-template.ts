import { cp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { openPglite } from '../../src/database/open-pglite';

// A process of its own, named the folder: what PGlite leaves behind when it is closed ends with it.
async function makeTemplate(folder: string): Promise<void> {
  const db = join(folder, 'db');
  await (await openPglite(db)).close();
  const copy = join(folder, 'copy');
  await cp(db, copy, { recursive: true });
  const client = await PGlite.create(copy);
  // Telling how far a start has come takes a timer, which would keep Jest waiting after the last test.
  await client.exec('ALTER SYSTEM SET log_startup_progress_interval = 0');
  const image = await client.dumpDataDir('none');
  await writeFile(join(folder, 'image.tar'), Buffer.from(await image.arrayBuffer()));
  await client.close();
  await rm(copy, { recursive: true });
}

makeTemplate(process.argv[2] ?? '').then(
  () => process.exit(0),
  (error: unknown) => {
    console.error(error);
    process.exit(1);
  },
);
