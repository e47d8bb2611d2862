import { afterAll } from '@jest/globals';
import { drizzle } from 'drizzle-orm/node-postgres';
import type { FastifyInstance } from 'fastify';
import { Pool } from 'pg';
import { buildApp, type AppOptions } from '../../src/app';
import { sampleFolder } from './content-folder';
import { readContent, type Content } from '../../src/content/content';
import type { Database } from '../../src/database/database';

export type Ask = ReturnType<typeof asking>;

const open: FastifyInstance[] = [];
const shared = new WeakMap<Database, Promise<Ask>>();
let sampleContent: Promise<Content> | undefined;

/** A database that is down. */
const noDatabase: Database = drizzle(new Pool({ host: '127.0.0.1', port: 1 }));

afterAll(async () => {
  await Promise.all(open.map((app) => app.close()));
});

/**
 * The API on a database, or on none, with the sample content; without logs, listening on a free port until
 * the file's tests have ended. Without options its limits are too high for tests to reach, and it is shared by all
 * callers: it keeps nothing between requests. (`inject` would need modules that Jest cannot load.)
 */
export function build(database = noDatabase, options?: Partial<AppOptions>): Promise<Ask> {
  if (options !== undefined) return buildWithMetrics(database, options).then(({ ask }) => ask);
  const started = shared.get(database) ?? build(database, {});
  shared.set(database, started);
  return started;
}

/** The API with an operator's port. */
export async function buildWithMetrics(database: Database, options?: Partial<AppOptions>) {
  const app = await buildApp({
    content: { current: await (sampleContent ??= readContent(sampleFolder)) },
    database,
    logLevel: 'silent',
    host: '127.0.0.1',
    channels: new Map(),
    metricsPort: 0,
    trustProxy: 'loopback',
    retentionMonths: 0,
    submissionsPerMinute: 100_000,
    requestsPerMinute: 100_000,
    ...options,
  });
  open.push(app);
  const origin = await app.listen({ port: 0, host: '127.0.0.1' });
  return { ask: asking(origin), askOperator: asking(app.operatorOrigin ?? '') };
}

/** Sends requests. `json` is undefined if a response is not JSON. */
const asking = (origin: string) => async (path: string, request?: RequestInit) => {
  const response = await fetch(origin + path, request);
  const { status, headers } = response;
  const bytes = Buffer.from(await response.arrayBuffer());
  const text = bytes.toString();
  const isJson = text !== '' && /[/+]json\b/.test(headers.get('content-type') ?? '');
  const json: unknown = isJson ? JSON.parse(text) : undefined;
  return { status, headers, text, bytes, json };
};

/** Proof that a form was issued. */
export const tokenBy = async (ask: Ask) => (await ask('/api/form-token')).json as object;

/** A JSON POST. */
export const post = (body: object | string, headers: Record<string, string> = {}): RequestInit => ({
  method: 'POST',
  body: typeof body === 'string' ? body : JSON.stringify(body),
  headers: { 'content-type': 'application/json', ...headers },
});
