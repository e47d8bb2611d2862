import { afterEach, expect, test } from '@jest/globals';
import { findCompose } from './engine';

const { PATH } = process.env;
afterEach(() => {
  process.env['PATH'] = PATH;
});

test('a machine without Docker is told in a sentence', async () => {
  process.env['PATH'] = '/nowhere';
  expect(await findCompose()).toBe('no Docker engine answers here');
});
