import { afterAll } from '@jest/globals';
import { drizzle } from 'drizzle-orm/node-postgres';
import type { FastifyInstance } from 'fastify';
import { Pool } from 'pg';
import { buildApp, type AppOptions } from '../../src/app';
import { readEnvironment } from '../../src/config/environment';
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
  if (options !== undefined) return buildAnew(database, options);
  const started = shared.get(database) ?? buildAnew(database, {});
  shared.set(database, started);
  return started;
}

async function buildAnew(database: Database, options: Partial<AppOptions>): Promise<Ask> {
  const app = await buildApp({
    ...readEnvironment({ LOG_LEVEL: 'silent', TRUST_PROXY: 'loopback', RETENTION_MONTHS: '0' }),
    ...{ submissionsPerMinute: 100_000, requestsPerMinute: 100_000 },
    content: { current: await (sampleContent ??= readContent(sampleFolder)) },
    channels: new Map(),
    database,
    ...options,
  });
  open.push(app);
  return asking(await app.listen({ port: 0, host: '127.0.0.1' }), app.operatorOrigin);
}

/** Sends requests, also to the operator's port. `json` is undefined if a response is not JSON. */
const asking =
  (origin: string, operatorOrigin: string | null) => async (path: string, request?: RequestInit) => {
    const response = await fetch((path === '/metrics' ? (operatorOrigin ?? origin) : origin) + path, request);
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
