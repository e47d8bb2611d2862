import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, describe, expect, test } from '@jest/globals';
import { EnvironmentError } from '@vidlunnia/shared/environment';
import { readEnvironment } from '../../src/config/environment';

test('without variables the defaults hold', () => {
  expect(readEnvironment({})).toEqual({
    port: 4000,
    host: '127.0.0.1',
    metricsPort: undefined,
    databaseUrl: undefined,
    dataDir: resolve(__dirname, '../../../.data'),
    logLevel: 'info',
    trustProxy: 'loopback',
    submissionsPerMinute: 10,
    requestsPerMinute: 6000,
  });
});

test('a relative DATA_DIR begins at the working folder', () => {
  expect(readEnvironment({ DATA_DIR: 'x' }).dataDir).toBe(resolve('x'));
});

test.each([
  ['API_PORT', '65536'],
  ['API_PORT', '4e3'],
  ['API_METRICS_PORT', '0'],
  ['DATABASE_URL', 'mysql://localhost/x'],
  ['LOG_LEVEL', 'loud'],
  ['TRUST_PROXY', 'true'],
  ['TRUST_PROXY', '10.0.0.0/33'],
  ['SUBMISSIONS_PER_MINUTE', '0'],
  ['REQUESTS_PER_MINUTE', 'many'],
])('%s=%s is rejected by name', (name, value) => {
  expect(() => readEnvironment({ [name]: value })).toThrow(new RegExp(`- ${name} .*has to be`));
});

test.each([
  ['TRUST_PROXY', 'loopback, 10.0.0.0/8,fd00::/8,192.0.2.1'],
  ['DATABASE_URL', 'postgres://user:password@db:5432/site'],
  ['API_PORT', '0'],
])('%s=%s is taken', (name, value) => {
  expect(() => readEnvironment({ [name]: value })).not.toThrow();
});

test('all problems are in one message, without the values', () => {
  const read = () =>
    readEnvironment({ API_PORT: 'x', LOG_LEVEL: 'y', DATABASE_URL: 'http://me:secret@host' });
  expect(read).toThrow(EnvironmentError);
  expect(read).toThrow(/API_PORT[^]*DATABASE_URL[^]*LOG_LEVEL/);
  expect(read).not.toThrow(/secret/);
});

describe('a password in a file', () => {
  const folder = mkdtempSync(join(tmpdir(), 'secret-'));
  afterAll(() => {
    rmSync(folder, { recursive: true });
  });
  const DATABASE_URL = 'postgres://site@db:5432/site?sslmode=require';
  const secret = (text: string) => {
    const file = join(folder, 'password');
    writeFileSync(file, text);
    return file;
  };

  test('goes into the address, whatever signs it has', () => {
    const { databaseUrl } = readEnvironment({ DATABASE_URL, DATABASE_PASSWORD_FILE: secret('a%2F/@:ї#?\n') });
    expect(databaseUrl).toMatch(/^postgres:\/\/site:[^@/]+@db:5432\/site\?sslmode=require$/);
    expect(decodeURIComponent(new URL(databaseUrl ?? '').password)).toBe('a%2F/@:ї#?');
  });

  test('that is not there, or is empty, is rejected by the variable’s name', () => {
    for (const file of [join(folder, 'none'), secret('\n')]) {
      const read = () => readEnvironment({ DATABASE_URL, DATABASE_PASSWORD_FILE: file });
      expect(read).toThrow(/- DATABASE_PASSWORD_FILE has to be the name of a file/);
    }
  });

  test('without a database is rejected', () => {
    const read = () => readEnvironment({ DATABASE_PASSWORD_FILE: secret('x') });
    expect(read).toThrow(/- DATABASE_PASSWORD_FILE has to stand beside a DATABASE_URL/);
  });
});
