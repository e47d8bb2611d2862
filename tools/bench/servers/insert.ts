import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { openPglite } from '@vidlunnia/api/src/database/open-pglite';
import { messages } from '@vidlunnia/api/src/database/schema';
import type { ContactMessage } from '@vidlunnia/contracts';
import fastify from 'fastify';

/** A bare Fastify route that inserts each request into a database like the API's. */
async function start(): Promise<void> {
  const folder = mkdtempSync(path.join(tmpdir(), 'vidlunnia-bench-'));
  const { database } = await openPglite(path.join(folder, 'db'));
  const app = fastify();
  app.post<{ Body: ContactMessage }>('/', async ({ body }, reply) => {
    await database.insert(messages).values({ ...body, fingerprint: '' });
    return reply.status(201).send({});
  });
  process.send?.(await app.listen({ port: 0, host: '127.0.0.1' }));
  process.once('SIGTERM', () => {
    rmSync(folder, { recursive: true, force: true });
    process.exit(0);
  });
}

void start();
