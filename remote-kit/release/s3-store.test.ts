import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Environment } from '../environment/read-settings';
import { httpStore } from './http-store';
import { s3Store } from './s3-store';
import { S3_CREDENTIALS, startS3Server, type S3Server } from './testing/s3-server';

const BYTES = Buffer.from('{}');

let server: S3Server;
beforeAll(async () => {
  server = await startS3Server();
});
afterAll(() => server.stop());
const storeWith = (changes: Environment, bucket = server.bucket) =>
  s3Store(bucket, 'a', {
    ...{ ...S3_CREDENTIALS, AWS_REGION: 'eu-central-1', AWS_ENDPOINT_URL: server.origin },
    ...changes,
  });

test.each([
  ['with signatures', () => storeWith({})],
  // To plain HTTP it is a server that knows entity tags.
  ['without', () => httpStore(`${server.origin}/${server.bucket}/b`, undefined)],
])('%s it writes an object only as its condition says', async (_, open) => {
  const store = open();
  expect(await store.put('x', BYTES, { tag: null })).toBe(true);
  expect(await store.put('x', BYTES, { tag: null })).toBe(false);
  const { tag } = (await store.get('x')) ?? { tag: null };
  expect(await store.put('x', Buffer.from('2'), { tag })).toBe(true);
  expect(await store.put('x', Buffer.from('3'), { tag })).toBe(false);
  expect((await store.get('x'))?.bytes.toString()).toBe('2');
});

test('an object that was removed meanwhile is not as it was read', async () => {
  expect(await storeWith({}).put('nothing', BYTES, { tag: '"0"' })).toBe(false);
});

test.each([
  ['a wrong secret', { AWS_SECRET_ACCESS_KEY: 'wrong' }, undefined, '(SignatureDoesNotMatch); check'],
  ['no key', { AWS_ACCESS_KEY_ID: '' }, undefined, 'set AWS_REGION, AWS_ACCESS_KEY_ID and'],
  // Not taken for one without the object.
  ['no such bucket', {}, 'nowhere', 'The specified bucket does not exist (NoSuchBucket)'],
])('with %s every request is refused, with what to check', async (_, changes, bucket, message) => {
  const store = storeWith(changes, bucket);
  await expect(store.get('x')).rejects.toThrow(message);
  await expect(store.put('new', BYTES, { tag: null })).rejects.toThrow(message);
});
