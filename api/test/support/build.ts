import { afterAll } from '@jest/globals';
import { drizzle } from 'drizzle-orm/node-postgres';
import type { FastifyInstance } from 'fastify';
import { Pool } from 'pg';
import { buildApp, type AppOptions } from '../../src/app';
import { sampleFolder } from './content-folder';
import { readContent, type Content } from '../../src/content/content';
import type { Database } from '../../src/database/database';

/** A response with its body. */
interface ReadResponse {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  readonly bytes: Buffer;
  /** The text as JSON; `undefined` if it is not JSON. */
  readonly json: unknown;
}

export type Ask = (path: string, request?: RequestInit) => Promise<ReadResponse>;

export interface Token {
  readonly token: string;
}

/** The API on its two ports. */
interface Ports {
  readonly ask: Ask;
  /** Requests from the operator's port, if there is one. */
  readonly askOperator: Ask;
}

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
  if (options !== undefined) return start(database, options).then(({ ask }) => ask);
  const started = shared.get(database) ?? start(database, {}).then(({ ask }) => ask);
  shared.set(database, started);
  return started;
}

/** The API with an operator's port. */
export const buildWithMetrics = (database: Database, options?: Partial<AppOptions>): Promise<Ports> =>
  start(database, { ...options, metricsPort: 0 });

async function start(database: Database, options: Partial<AppOptions>): Promise<Ports> {
  const app = await buildApp({
    content: { current: await (sampleContent ??= readContent(sampleFolder)) },
    database,
    logLevel: 'silent',
    host: '127.0.0.1',
    channels: new Map(),
    metricsPort: undefined,
    trustProxy: 'loopback',
    retentionMonths: 0,
    submissionsPerMinute: 100_000,
    requestsPerMinute: 100_000,
    ...options,
  });
  open.push(app);
  const origin = await app.listen({ port: 0, host: '127.0.0.1' });
  const asking =
    (at: string): Ask =>
    async (path, request) =>
      readResponse(await fetch(at + path, request));
  return { ask: asking(origin), askOperator: asking(app.operatorOrigin ?? '') };
}

async function readResponse(response: Response): Promise<ReadResponse> {
  const bytes = Buffer.from(await response.arrayBuffer());
  const text = bytes.toString();
  const isJson = text !== '' && /[/+]json\b/.test(response.headers.get('content-type') ?? '');
  return {
    status: response.status,
    headers: response.headers,
    text,
    bytes,
    json: isJson ? JSON.parse(text) : undefined,
  };
}

/** Proof that a form was rendered for this visitor. A token requested by a program on this machine is valid at once. */
export const tokenBy = async (ask: Ask, headers: Record<string, string> = {}) =>
  (await ask('/api/form-token', { headers })).json as Token;

/** A JSON POST. */
export const post = (body: object | string, headers: Record<string, string> = {}): RequestInit => ({
  method: 'POST',
  body: typeof body === 'string' ? body : JSON.stringify(body),
  headers: { 'content-type': 'application/json', ...headers },
});
