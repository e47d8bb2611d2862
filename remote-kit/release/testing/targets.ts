import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Environment } from '@vidlunnia/settings';
import { remotes } from '@vidlunnia/settings/topology';
import { buildOrigin } from '../origin';
import { S3_CREDENTIALS, startS3Server } from './s3-server';

/** A place for the blog's releases. */
export interface Place {
  /** Variables with which a release command finds it. */
  readonly environment: Environment;
  /** Where visitors' shells read the blog's releases. */
  readonly origin: string;
}

/** Makes places of one kind. */
export interface Places {
  readonly open: () => Place | Promise<Place>;
  readonly stop: () => Promise<void>;
}

const { folder } = remotes.blog;

function inFolders(): Promise<Places> {
  const root = mkdtempSync(path.join(tmpdir(), 'targets-'));
  const stops: (() => Promise<unknown>)[] = [];
  return Promise.resolve({
    open: async () => {
      const target = path.join(root, randomUUID());
      const server = await buildOrigin(path.join(target, folder));
      stops.push(() => server.close());
      const origin = await server.listen({ port: 0, host: '127.0.0.1' });
      return { environment: { RELEASE_TARGET: target }, origin };
    },
    stop: async () => {
      await Promise.all(stops.map((stop) => stop()));
      rmSync(root, { recursive: true, force: true });
    },
  });
}

async function inBuckets(): Promise<Places> {
  const { origin, bucket, stop } = await startS3Server();
  const variables = { ...S3_CREDENTIALS, AWS_REGION: 'eu-central-1', AWS_ENDPOINT_URL: origin };
  return {
    open: () => {
      const prefix = randomUUID();
      return {
        environment: { ...variables, RELEASE_TARGET: `s3://${bucket}/${prefix}` },
        origin: `${origin}/${bucket}/${prefix}/${folder}`,
      };
    },
    stop,
  };
}

/** Every kind of place that `RELEASE_TARGET` can name. */
export const PLACES: Readonly<Record<string, () => Promise<Places>>> = {
  'a folder': inFolders,
  'a bucket of S3': inBuckets,
};
