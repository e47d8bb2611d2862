/** @jest-environment node */
import { describe, expect, test } from '@jest/globals';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { RemoteName } from '@vidlunnia/contracts';
import { forEachRemote, remoteList, remotes } from '@vidlunnia/remote-kit/environment/topology';
import * as environment from './environment';

const KEY = 'k'.repeat(43);
const OTHER_KEY = 'o'.repeat(43);
const KEYS = Object.fromEntries(remoteList.map(({ publicKeyVariable }) => [publicKeyVariable, KEY]));

/** Reads variables that leave no more to be wished for than the test wants. */
const readEnvironment = (variables: Readonly<Record<string, string>>) =>
  environment.readEnvironment({ ...KEYS, ...variables });
const team = (name: RemoteName, origin = `http://127.0.0.1:${String(remotes[name].port)}`) => ({
  remote: remotes[name],
  origin,
  publicKeys: [KEY],
});

test('without variables the site runs on this machine, seen by it alone', () => {
  expect(readEnvironment({})).toEqual({
    port: 3000,
    host: '127.0.0.1',
    metricsPort: undefined,
    siteUrl: 'http://localhost:3000',
    apiOrigin: 'http://127.0.0.1:4000',
    teams: forEachRemote((name) => team(name)),
    pollInterval: 500,
    keepFor: 86_400_000,
    pageFreshFor: 5_000,
    rendersPerMinute: 600,
    trustProxy: null,
    development: false,
    retentionMonths: 12,
    logLevel: 'info',
    dataDir: path.resolve('.data/shell'),
  });
});

test('every variable has its effect', () => {
  const variables = {
    PORT: '8080',
    HOST: '0.0.0.0',
    METRICS_PORT: '9464',
    SITE_URL: 'https://vidlunnia.example/',
    API_ORIGIN: 'http://api:4000',
    MFE_HOME_ORIGIN: 'https://home.example',
    MFE_BLOG_PORT: '9002',
    MFE_FORMS_ORIGIN: 'http://forms.example:81/',
    MFE_BLOG_PUBLIC_KEY: `${KEY}, ${OTHER_KEY}`,
    RELEASE_POLL_MS: '50',
    RELEASE_KEEP_MS: '60000',
    PAGE_FRESH_MS: '250',
    TRUST_PROXY: 'loopback, 10.0.0.0/8',
    NODE_ENV: 'development',
    LOG_LEVEL: 'silent',
    RENDERS_PER_MINUTE: '90',
    RETENTION_MONTHS: '6',
    DATA_DIR: '/srv/data',
  };
  expect(readEnvironment(variables)).toEqual({
    port: 8080,
    host: '0.0.0.0',
    metricsPort: 9464,
    siteUrl: 'https://vidlunnia.example',
    apiOrigin: 'http://api:4000',
    teams: {
      ...forEachRemote((name) => team(name)),
      home: team('home', 'https://home.example'),
      blog: { ...team('blog', 'http://127.0.0.1:9002'), publicKeys: [KEY, OTHER_KEY] },
      forms: team('forms', 'http://forms.example:81'),
    },
    pollInterval: 50,
    keepFor: 60_000,
    pageFreshFor: 250,
    rendersPerMinute: 90,
    trustProxy: 'loopback, 10.0.0.0/8',
    development: true,
    retentionMonths: 6,
    logLevel: 'silent',
    dataDir: '/srv/data/shell',
  });
});

test('an empty variable is none', () => {
  const names = [
    'PORT',
    'HOST',
    'SITE_URL',
    'API_ORIGIN',
    'API_PORT',
    'MFE_HOME_ORIGIN',
    'RELEASE_POLL_MS',
    'RELEASE_KEEP_MS',
    'PAGE_FRESH_MS',
    'TRUST_PROXY',
    'LOG_LEVEL',
    'DATA_DIR',
  ];
  expect(readEnvironment(Object.fromEntries(names.map((name) => [name, ''])))).toEqual(readEnvironment({}));
});

describe('the address by which visitors know the site', () => {
  test.each([
    ['follows the port when none is given', { PORT: '8080' }, 'http://localhost:8080'],
    ['may have a port', { SITE_URL: 'http://vidlunnia.example:8080' }, 'http://vidlunnia.example:8080'],
    [
      'may be written in other letters',
      { SITE_URL: 'https://ВІДЛУННЯ.example' },
      'https://xn--b1aevia8a0f4b.example',
    ],
  ])('%s', (_, variables, expected) => {
    expect(readEnvironment(variables).siteUrl).toBe(expected);
  });

  test.each([
    'vidlunnia.example',
    'ftp://vidlunnia.example',
    'https://vidlunnia.example/site',
    'https://vidlunnia.example/?a=1',
    'https://vidlunnia.example/#a',
    'https://user:word@vidlunnia.example',
  ])('is an origin and nothing more: %s is rejected', (value) => {
    expect(() => readEnvironment({ SITE_URL: value })).toThrow(
      `The environment is not right:\n- SITE_URL is “${value}”; it has to be an origin like https://vidlunnia.example`,
    );
  });
});

test('a team’s key may stand in a file', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'keys-'));
  try {
    const file = path.join(folder, 'blog.pub');
    writeFileSync(file, `${OTHER_KEY}\n`);
    const variables = { MFE_BLOG_PUBLIC_KEY: '', MFE_BLOG_PUBLIC_KEY_FILE: file };
    expect(readEnvironment(variables).teams['blog']?.publicKeys).toEqual([OTHER_KEY]);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

describe('a wrong variable', () => {
  test.each([
    ['PORT', '0', 'PORT is “0”; it has to be a port, 1 to 65535'],
    ['API_PORT', 'x', 'API_PORT is “x”; it has to be a port, 0 to 65535'],
    ['API_ORIGIN', 'api', 'API_ORIGIN is “api”; it has to be an origin like http://blog.example:3002'],
    ['RELEASE_POLL_MS', '49', 'RELEASE_POLL_MS is “49”; it has to be a number of milliseconds, 50 or more'],
    ['RELEASE_POLL_MS', '1s', 'RELEASE_POLL_MS is “1s”; it has to be a number of milliseconds, 50 or more'],
    [
      'RELEASE_POLL_MS',
      '99.5',
      'RELEASE_POLL_MS is “99.5”; it has to be a number of milliseconds, 50 or more',
    ],
    ['RELEASE_KEEP_MS', '1d', 'RELEASE_KEEP_MS is “1d”; it has to be a number of milliseconds, 50 or more'],
    ['PAGE_FRESH_MS', '5s', 'PAGE_FRESH_MS is “5s”; it has to be a number of milliseconds, 50 or more'],
    ['MFE_BLOG_PUBLIC_KEY', '', 'MFE_BLOG_PUBLIC_KEY is not set; npm run keys -w mfe-blog prints it'],
    [
      'MFE_BLOG_PUBLIC_KEY',
      `${KEY},x`,
      `MFE_BLOG_PUBLIC_KEY is “${KEY},x”; it has to be one or more Ed25519 public keys, 43 characters of base64url each, separated by commas`,
    ],
    [
      'MFE_BLOG_PUBLIC_KEY_FILE',
      '/none',
      'MFE_BLOG_PUBLIC_KEY_FILE is “/none”; it has to be a file with one or more Ed25519 public keys, 43 characters of base64url each, separated by commas',
    ],
    [
      'TRUST_PROXY',
      'true',
      'TRUST_PROXY is “true”; it has to be a list of addresses, ranges (10.0.0.0/8) or the names loopback, linklocal, uniquelocal, separated by commas',
    ],
    [
      'LOG_LEVEL',
      'loud',
      'LOG_LEVEL is “loud”; it has to be one of fatal, error, warn, info, debug, trace, silent',
    ],
  ])('%s=%s is rejected', (name, value, problem) => {
    const unset = name.replace(/_FILE$/, '');
    expect(() => readEnvironment({ [unset]: '', [name]: value })).toThrow(
      `The environment is not right:\n- ${problem}`,
    );
  });

  test('is told together with all the others', () => {
    const variables = {
      PORT: 'a',
      SITE_URL: 's',
      API_ORIGIN: 'b',
      MFE_HOME_PORT: 'c',
      MFE_BLOG_ORIGIN: 'd',
      MFE_FORMS_PORT: 'e',
      RELEASE_POLL_MS: 'f',
      LOG_LEVEL: 'g',
    };
    expect(() => readEnvironment(variables)).toThrow(
      new RegExp(
        `^The environment is not right:(\n- (${Object.keys(variables).join('|')}) is “[a-gs]”.*){8}$`,
      ),
    );
  });
});

describe('a list of remotes', () => {
  test('is known with the operator’s keys', () => {
    const variables = { REMOTES_FILE: '/etc/remotes.json', REMOTES_PUBLIC_KEY: `${KEY},${OTHER_KEY}` };
    expect(readEnvironment(variables).remotesFile).toEqual({
      file: '/etc/remotes.json',
      publicKeys: [KEY, OTHER_KEY],
      needed: [],
    });
  });

  test('has to name the remote that has no keys by a variable', () => {
    const { teams, remotesFile } = readEnvironment({
      REMOTES_FILE: '/etc/remotes.json',
      REMOTES_PUBLIC_KEY: KEY,
      MFE_BLOG_PUBLIC_KEY: '',
    });
    expect(teams['blog']?.publicKeys).toEqual([]);
    expect(remotesFile?.needed).toEqual([remotes.blog]);
  });

  test('does not excuse keys that are wrong', () => {
    const variables = {
      REMOTES_FILE: '/etc/remotes.json',
      REMOTES_PUBLIC_KEY: KEY,
      MFE_BLOG_PUBLIC_KEY: 'x',
    };
    expect(() => readEnvironment(variables)).toThrow('MFE_BLOG_PUBLIC_KEY is “x”; it has to be');
  });

  test('without a key is rejected', () => {
    expect(() => readEnvironment({ REMOTES_FILE: '/etc/remotes.json' })).toThrow(
      'REMOTES_PUBLIC_KEY is not set, but REMOTES_FILE is; npm run remotes -- init prints it',
    );
  });
});
