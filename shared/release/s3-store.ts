import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { isInstalled, repositoryRoot } from '../environment/repository';
import { messageOf, nameOf } from '../process/errors';
import { runNode } from '../process/run-node';
import { cacheControlOf } from './cache-control';
import type { ObjectStore } from './object-store';

const TOOLS = path.join(repositoryRoot, 'shared/release/tools');
/** Milliseconds for one request with its repetitions by the client. */
const TIMEOUT = 60_000;

/** What is used of `@aws-sdk/client-s3`: 22 MB, installed and loaded only where releases go into a bucket. */
interface S3Module {
  readonly S3Client: new (config: { readonly forcePathStyle: boolean }) => S3Client;
  readonly GetObjectCommand: new (input: ObjectName) => { readonly gives: 'an object' };
  readonly PutObjectCommand: new (
    input: ObjectName & {
      readonly Body: Uint8Array;
      readonly CacheControl: string;
      readonly IfMatch?: string;
      readonly IfNoneMatch?: string;
    },
  ) => { readonly gives: 'nothing' };
  readonly DeleteObjectCommand: new (input: ObjectName) => { readonly gives: 'nothing' };
}

interface S3Client {
  send(command: { readonly gives: 'nothing' }, options: Limits): Promise<unknown>;
  send(command: { readonly gives: 'an object' }, options: Limits): Promise<S3Object>;
}

interface Limits {
  readonly abortSignal: AbortSignal;
}

interface ObjectName {
  readonly Bucket: string;
  readonly Key: string;
}

interface S3Object {
  readonly ETag?: string;
  readonly Body?: { transformToByteArray(): Promise<Uint8Array> };
}

/**
 * Objects of a bucket whose names begin with `prefix`, which is empty or ends with a slash. Endpoint, region and
 * credentials are those of the client's own variables (`AWS_ENDPOINT_URL`, `AWS_REGION`, `AWS_ACCESS_KEY_ID` …).
 */
export function s3Store(bucket: string, prefix: string, timeout = TIMEOUT): ObjectStore {
  let loading: Promise<{ readonly s3: S3Module; readonly client: S3Client }> | undefined;
  const load = () =>
    (loading ??= loadS3().then((s3) => ({
      s3,
      // Other servers than Amazon's seldom have a host name for each bucket.
      client: new s3.S3Client({
        forcePathStyle: Boolean(process.env['AWS_ENDPOINT_URL'] ?? process.env['AWS_ENDPOINT_URL_S3']),
      }),
    })));
  const named = (name: string): ObjectName => ({ Bucket: bucket, Key: `${prefix}${name}` });
  const limits = () => ({ abortSignal: AbortSignal.timeout(timeout) });
  const failed = (method: string, name: string, error: unknown) =>
    new Error(`${method} s3://${bucket}/${prefix}${name}: ${sentenceOf(error, bucket, timeout)}`, {
      cause: error,
    });

  return {
    get: async (name) => {
      const { s3, client } = await load();
      try {
        const { Body, ETag } = await client.send(new s3.GetObjectCommand(named(name)), limits());
        return { bytes: Buffer.from((await Body?.transformToByteArray()) ?? []), tag: ETag ?? null };
      } catch (error) {
        if (nameOf(error) === 'NoSuchKey') return null;
        throw failed('GET', name, error);
      }
    },
    put: async (name, bytes, condition) => {
      const { s3, client } = await load();
      const command = new s3.PutObjectCommand({
        ...named(name),
        Body: bytes,
        CacheControl: cacheControlOf(name),
        ...(condition && (condition.tag === null ? { IfNoneMatch: '*' } : { IfMatch: condition.tag })),
      });
      try {
        await client.send(command, limits());
        return true;
      } catch (error) {
        if (condition && UNMET.includes(nameOf(error))) return false;
        throw failed('PUT', name, error);
      }
    },
    remove: async (name) => {
      const { s3, client } = await load();
      try {
        await client.send(new s3.DeleteObjectCommand(named(name)), limits());
      } catch (error) {
        throw failed('DELETE', name, error);
      }
    },
  };
}

/** How S3 says that a condition does not hold: changed, being changed, or removed meanwhile. */
const UNMET = ['PreconditionFailed', 'ConditionalRequestConflict', 'NoSuchKey'];

function sentenceOf(error: unknown, bucket: string, timeout: number): string {
  const name = nameOf(error);
  if (name === 'AbortError' || name === 'TimeoutError') return `no response in ${String(timeout / 1000)} s`;
  const message = messageOf(error);
  // The client's only error that has no name.
  if (message.startsWith('Region is missing')) return `${message}; set AWS_REGION`;
  const advice = ADVICE[name];
  return `${message} (${name})${advice ? `; ${advice(bucket)}` : ''}`;
}

const credentials = () =>
  'check AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or the profile that AWS_PROFILE names';

const ADVICE: Readonly<Record<string, (bucket: string) => string>> = {
  NoSuchBucket: (bucket) => `make the bucket ${bucket}, or set RELEASE_TARGET to another`,
  InvalidAccessKeyId: credentials,
  SignatureDoesNotMatch: credentials,
  ExpiredToken: credentials,
  CredentialsProviderError: credentials,
  AccessDenied: (bucket) =>
    `the key needs s3:GetObject, s3:PutObject and s3:DeleteObject for its part of ${bucket}, and s3:ListBucket to tell what is not there from what is forbidden`,
  PermanentRedirect: () => 'the bucket is in another region: set AWS_REGION',
};

async function loadS3(): Promise<S3Module> {
  if (isInstalled) return loadOwnS3();
  const folder = path.join(TOOLS, 'node_modules/@aws-sdk/client-s3');
  if (!existsSync(folder)) {
    const run = path.join(repositoryRoot, 'shared/tasks/run.mjs');
    const { code } = await runNode([run, 'install', TOOLS], { cwd: repositoryRoot, output: 'shown' });
    if (code !== 0) throw new Error(`The client of S3 could not be installed in ${TOOLS}`);
  }
  return createRequire(path.join(TOOLS, 'package.json'))('@aws-sdk/client-s3') as S3Module;
}

/** In a repository of its own the client is one of its packages. */
function loadOwnS3(): S3Module {
  try {
    return createRequire(path.join(repositoryRoot, 'package.json'))('@aws-sdk/client-s3') as S3Module;
  } catch (cause) {
    throw new Error('RELEASE_TARGET is a bucket: npm install --save-dev @aws-sdk/client-s3', { cause });
  }
}
