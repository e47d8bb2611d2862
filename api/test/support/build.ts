import { afterEach } from '@jest/globals';
import type { FastifyInstance } from 'fastify';
import { buildApp, type AppOptions } from '../../src/app';
import type { Database } from '../../src/database/database';

/** An answer, read. */
export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  readonly bytes: Buffer;
  /** The text as JSON; `undefined` where it is none. */
  readonly json: unknown;
}

export type Ask = (path: string, request?: RequestInit) => Promise<Answer>;

const open: FastifyInstance[] = [];

afterEach(async () => {
  await Promise.all(open.splice(0).map((app) => app.close()));
});

/**
 * The API on a database, silent and without a limit that tests would meet, listening on a port of the system's
 * choice until the test ends. (`inject` would need modules that Jest can't load.)
 */
export async function build(database: Database, options: Partial<AppOptions> = {}): Promise<Ask> {
  const app = await buildApp({
    database,
    logLevel: 'silent',
    trustProxy: 'loopback',
    submissionsPerMinute: 1_000,
    requestsPerMinute: 1_000,
    ...options,
  });
  open.push(app);
  const origin = await app.listen({ port: 0, host: '127.0.0.1' });
  return async (path, request) => readAnswer(await fetch(origin + path, request));
}

async function readAnswer(response: Response): Promise<Answer> {
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

/** A JSON POST. */
export const post = (body: object | string, headers: Record<string, string> = {}): RequestInit => ({
  method: 'POST',
  body: typeof body === 'string' ? body : JSON.stringify(body),
  headers: { 'content-type': 'application/json', ...headers },
});
