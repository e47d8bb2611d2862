import { expect, test } from '@jest/globals';
import { parseReleasePlace } from './release-place';

test.each([
  ['/srv/releases', { kind: 'folder', folder: '/srv/releases' }],
  ['C:\\releases', { kind: 'folder', folder: 'C:\\releases' }],
  ['s3://bucket/', { kind: 's3', bucket: 'bucket', prefix: '' }],
  ['s3://bucket/site/releases/', { kind: 's3', bucket: 'bucket', prefix: 'site/releases/' }],
  ['https://host.example:8443/a/b/', { kind: 'http', address: 'https://host.example:8443/a/b' }],
  ['http://127.0.0.1:8080/a', { kind: 'http', address: 'http://127.0.0.1:8080/a' }],
])('%s is understood', (text, place) => {
  expect(parseReleasePlace(text)).toEqual(place);
});

test.each([
  's3://bucket?region=eu',
  'ftp://host.example',
  'https://user:secret@host.example',
  'https://host.example/?a=1',
  // A token would travel unencrypted.
  'http://host.example/a',
  'http://127.0.0.1.example/a',
])('%s is rejected', (text) => {
  expect(parseReleasePlace(text)).toBeUndefined();
});
