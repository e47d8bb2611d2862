import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Environment } from '../environment/read-settings';
import { startLocalServer } from '@vidlunnia/http/testing';
import { httpStore } from './http-store';
import { s3Store } from './s3-store';
import { S3_CREDENTIALS, startS3Server, type S3Server } from './testing/s3-server';

const BYTES = Buffer.from('{}');

let server: S3Server;
let environment: Environment;
beforeAll(async () => {
  server = await startS3Server();
  environment = { ...S3_CREDENTIALS, AWS_REGION: 'eu-central-1', AWS_ENDPOINT_URL: server.origin };
});
afterAll(() => server.stop());
const storeWith = (changes: Environment, bucket = server.bucket) =>
  s3Store(bucket, 'a', { ...environment, ...changes });

test.each([
  ['with signatures', () => storeWith({})],
  // To plain HTTP it is a server that knows entity tags.
  ['without', () => httpStore(`${server.origin}/${server.bucket}/b`, undefined)],
])('%s it writes what is not there, or is as it was read; nothing else', async (_, open) => {
  const store = open();
  expect(await store.put('x', BYTES, { tag: null })).toBe(true);
  expect(await store.put('x', BYTES, { tag: null })).toBe(false);
  const { tag } = (await store.get('x')) ?? { tag: null };
  expect(await store.put('x', Buffer.from('2'), { tag })).toBe(true);
  expect(await store.put('x', Buffer.from('3'), { tag })).toBe(false);
  expect((await store.get('x'))?.bytes.toString()).toBe('2');
});

test.each([
  [
    'a wrong secret',
    { AWS_SECRET_ACCESS_KEY: 'wrong' },
    /\(SignatureDoesNotMatch\); check AWS_ACCESS_KEY_ID/,
  ],
  ['an unknown key', { AWS_ACCESS_KEY_ID: 'unknown' }, /\(InvalidAccessKeyId\); check AWS_ACCESS_KEY_ID/],
  ['no key', { AWS_ACCESS_KEY_ID: '' }, 'set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY'],
  ['no region', { AWS_REGION: '' }, 'set AWS_REGION'],
])('%s is told, with what to check', async (_, changes, message) => {
  const store = storeWith(changes);
  await expect(store.get('x')).rejects.toThrow(message);
  await expect(store.put('x', BYTES)).rejects.toThrow(message);
});

test('an object that is not there is not as it was read', async () => {
  expect(await storeWith({}).put('nothing', BYTES, { tag: '"0"' })).toBe(false);
});

test('a bucket that is not there is not taken for one without the object', async () => {
  const store = storeWith({}, 'nowhere');
  const words =
    's3://nowhere/a/x: The specified bucket does not exist (NoSuchBucket); make the bucket nowhere, or set RELEASE_TARGET to another';
  await expect(store.get('x')).rejects.toThrow(words);
  await expect(store.put('x', BYTES, { tag: null })).rejects.toThrow(words);
});

test('what the key may not do is told, with the rights that it needs', async () => {
  const { origin } = await startLocalServer((_, response) => {
    response.writeHead(403, { 'content-type': 'application/xml' });
    response.end(
      '<?xml version="1.0" encoding="UTF-8"?><Error><Code>AccessDenied</Code><Message>Access Denied</Message></Error>',
    );
  });
  await expect(storeWith({ AWS_ENDPOINT_URL: origin }, 'b').put('x', BYTES)).rejects.toThrow(
    /^PUT s3:\/\/b\/a\/x: Access Denied \(AccessDenied\); the key needs s3:GetObject, s3:PutObject and s3:DeleteObject/,
  );
});
