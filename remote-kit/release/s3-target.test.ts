import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Environment } from '@vidlunnia/settings';
import { s3Target } from './s3-target';
import { S3_CREDENTIALS, startS3Server, type S3Server } from './testing/s3-server';

let server: S3Server;
beforeAll(async () => {
  server = await startS3Server();
});
afterAll(() => server.stop());
const targetWith = (changes: Environment, bucket = server.bucket) =>
  s3Target(bucket, 'a', {
    ...{ ...S3_CREDENTIALS, AWS_REGION: 'eu-central-1', AWS_ENDPOINT_URL: server.origin },
    ...changes,
  });

test('a change is repeated if the object was written or removed meanwhile', async () => {
  const target = targetWith({});
  const others = [() => target.write('x', Buffer.from('1')), () => target.remove('x'), undefined];
  const seen: (string | undefined)[] = [];
  await target.update('x', async (bytes) => {
    if (bytes?.toString() === 'ours') return null;
    seen.push(bytes?.toString());
    await others.shift()?.();
    return Buffer.from('ours');
  });
  expect(seen).toEqual([undefined, '1', undefined]);
});

test.each([
  ['a wrong secret', { AWS_SECRET_ACCESS_KEY: 'wrong' }, undefined, '(SignatureDoesNotMatch); check'],
  ['no key', { AWS_ACCESS_KEY_ID: '' }, undefined, 'set AWS_REGION, AWS_ACCESS_KEY_ID and'],
  // Must not count as a missing object.
  ['no such bucket', {}, 'nowhere', 'The specified bucket does not exist (NoSuchBucket)'],
])('with %s every request is rejected; the error says what to check', async (_, changes, bucket, message) => {
  const target = targetWith(changes, bucket);
  await expect(target.read('x')).rejects.toThrow(message);
  await expect(target.write('x', Buffer.from(''))).rejects.toThrow(message);
});
