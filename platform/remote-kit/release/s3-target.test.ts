import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import type { Environment } from '@vidlunnia/settings';
import { startLocalServer, unreachableOrigin } from '@vidlunnia/settings/testing/local-server';
import { s3Target } from './s3-target';
import { startS3Server } from './testing/s3-server';

let server: Awaited<ReturnType<typeof startS3Server>>;
beforeAll(async () => {
  server = await startS3Server();
});
afterAll(() => server.stop());
const targetWith = (changes: Environment, bucket = server.bucket) =>
  s3Target(bucket, 'a', { ...server.environment, ...changes });

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

test('ages are those of the bucket’s clock, also on a machine whose clock is ahead', async () => {
  const target = targetWith({});
  await target.write('v/y.js', Buffer.from(''));
  const clock = jest.spyOn(Date, 'now').mockReturnValue(Date.now() + 365 * 86_400_000);
  const listed = (await target.list()).find(({ name }) => name === 'v/y.js');
  clock.mockRestore();
  expect(listed?.ageMs).toBeLessThan(60_000);
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

const KEYS = { AWS_ACCESS_KEY_ID: 'a', AWS_SECRET_ACCESS_KEY: 'b', AWS_REGION: 'eu-central-1' };
const put = (origin: string, timeoutMs = 30_000) =>
  s3Target('b', 'f', { ...KEYS, AWS_ENDPOINT_URL: origin }, { backoffMs: 1, timeoutMs }).write(
    'x',
    Buffer.from('{}'),
  );

test('a request to a busy server is sent again; if that does not help, the error has the status', async () => {
  const statuses = [503, 429, 200, 503, 503, 503, 301];
  const busy = await startLocalServer((_, response) => response.writeHead(statuses.shift() ?? 500).end());
  await put(busy.origin);
  await expect(put(busy.origin)).rejects.toThrow('refused (status 503); check');
  await expect(put(busy.origin)).rejects.toThrow('refused (status 301)');
  expect(busy.received.map(({ body }) => body)).toEqual(Array.from({ length: 7 }, () => '{}'));
});

test('a list is read to its end, whatever the folder is called', async () => {
  const pages = [
    '<NextContinuationToken>a+b</NextContinuationToken><Contents><Key>a&amp;/b/x</Key></Contents>',
    '<Contents><Key>a&amp;/b/v/y</Key></Contents><Contents><Key>a&amp;/b/v/z</Key></Contents>',
  ];
  const { origin, received } = await startLocalServer((_, response) => response.end(pages.shift()));
  const listed = await s3Target('b', 'a&/b', { ...KEYS, AWS_ENDPOINT_URL: origin }).list();
  expect(listed.map(({ name }) => name)).toEqual(['x', 'v/y', 'v/z']);
  const query = '/b?list-type=2&prefix=a%26%2Fb%2F';
  expect(received.map(({ url }) => url)).toEqual([query, `${query}&continuation-token=a%2Bb`]);
});

test('the error names a server that does not exist or does not respond', async () => {
  await expect(put(unreachableOrigin)).rejects.toThrow('PUT s3://b/f/x: no response (ECONNREFUSED)');
  const { origin } = await startLocalServer(() => undefined);
  await expect(put(origin, 50)).rejects.toThrow(/^PUT s3:\/\/b\/f\/x: no response \(.*timeout\)$/);
});
