import { expect, test } from '@jest/globals';
import { parseReleasePlace } from './release-place';

test.each([
  ['../releases', { kind: 'folder', folder: '../releases' }],
  ['C:\\releases', { kind: 'folder', folder: 'C:\\releases' }],
  ['s3://bucket', { kind: 's3', bucket: 'bucket', prefix: '' }],
  ['s3://bucket/a//b/', { kind: 's3', bucket: 'bucket', prefix: 'a/b/' }],
])('%s is a place for releases', (text, place) => {
  expect(parseReleasePlace(text)).toEqual(place);
});

test.each([
  'ftp://host',
  'https://host.example',
  's3://',
  's3://bucket:80/a',
  's3://bucket/?a=1',
  's3://a:b@bucket',
])('%s is none', (text) => {
  expect(parseReleasePlace(text)).toBeUndefined();
});
