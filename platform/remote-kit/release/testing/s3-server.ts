import { mkdtempSync, rmSync } from 'node:fs';
import { rename } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { repositoryRoot } from '@vidlunnia/settings/machine';

/** The used part of s3rver, a server with S3's requests, errors and signatures. */
interface S3rver {
  readonly middleware: ((context: Context, next: () => Promise<void>) => Promise<void>)[];
  readonly store: {
    getMetadata(bucket: string, key: string): Promise<{ readonly etag: string }>;
    putContent(file: string, content: unknown): Promise<unknown>;
  };
  run(): Promise<{ readonly port: number }>;
  close(): Promise<void>;
}

interface Context {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly req: { resume(): unknown };
  status: number;
  type: string;
  body: unknown;
}

/**
 * A server with S3's requests, errors and signatures, and one public bucket. s3rver lacks conditional writes and
 * overwrites in place: both are added here as Amazon documents them (S3 User Guide, “Add preconditions to S3 operations
 * with conditional requests”). A client needs the variables of `environment`.
 */
export async function startS3Server() {
  const load = createRequire(path.join(repositoryRoot(), 'tools/package.json'));
  const Server = load('@20minutes/s3rver') as new (options: object) => S3rver;
  const directory = mkdtempSync(path.join(tmpdir(), 's3-'));
  const bucket = 'releases';
  const server = new Server({
    address: '127.0.0.1',
    port: 0,
    silent: true,
    vhostBuckets: false,
    directory,
    configureBuckets: [{ name: bucket, configs: [] }],
  });
  const { store } = server;
  const putContent = store.putContent.bind(store);
  store.putContent = async (file, content) => {
    const written = await putContent(`${file}.new`, content);
    await rename(`${file}.new`, file);
    return written;
  };
  // One request after another, so that checking the condition and writing are one step.
  let busy: Promise<unknown> = Promise.resolve();
  server.middleware.unshift(async (context, next) => {
    const answer = busy.then(async () => {
      const code = context.method === 'PUT' ? await unmet(context, store) : null;
      if (code === null) return next();
      context.req.resume();
      context.status = code === 'NoSuchKey' ? 404 : 412;
      context.type = 'application/xml';
      context.body = `<?xml version="1.0" encoding="UTF-8"?><Error><Code>${code}</Code></Error>`;
    });
    busy = answer.catch(() => undefined);
    await answer;
  });
  const { port } = await server.run();
  const origin = `http://127.0.0.1:${String(port)}`;
  // s3rver's only account.
  const account = { AWS_ACCESS_KEY_ID: 'S3RVER', AWS_SECRET_ACCESS_KEY: 'S3RVER' };
  return {
    origin,
    bucket,
    environment: { ...account, AWS_REGION: 'eu-central-1', AWS_ENDPOINT_URL: origin },
    stop: async () => {
      await server.close();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

/** The error of a write's condition, `null` when it holds. */
async function unmet(context: Context, store: S3rver['store']): Promise<string | null> {
  const [, bucket = '', ...key] = decodeURIComponent(context.path).split('/');
  const found = await store.getMetadata(bucket, key.join('/')).catch(() => null);
  const { 'if-none-match': none, 'if-match': match } = context.headers;
  if (none === '*' && found) return 'PreconditionFailed';
  if (match === undefined || found?.etag === match) return null;
  return found ? 'PreconditionFailed' : 'NoSuchKey';
}
