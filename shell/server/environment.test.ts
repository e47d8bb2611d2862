import { expect, test } from '@jest/globals';
import type { RemoteName } from '@vidlunnia/contracts';
import { remoteList, remotes } from '@vidlunnia/settings/topology';
import { readEnvironment } from './environment';

const KEY = 'k'.repeat(43);
const OTHER_KEY = 'o'.repeat(43);
const KEYS = Object.fromEntries(remoteList.map(({ publicKeyVariable }) => [publicKeyVariable, KEY]));
const team = (name: RemoteName, origin = `http://127.0.0.1:${String(remotes[name].port)}`) => ({
  remote: remotes[name],
  origin,
  publicKeys: [KEY],
});

test('every variable is applied; an empty one is ignored', () => {
  const variables = {
    PORT: '8080',
    HOST: '0.0.0.0',
    METRICS_PORT: '9464',
    SITE_URL: 'https://vidlunnia.example/',
    API_ORIGIN: 'http://api:4000',
    MFE_HOME_ORIGIN: 'https://home.example',
    MFE_BLOG_PORT: '9002',
    MFE_BLOG_PUBLIC_KEY: `${KEY}, ${OTHER_KEY}`,
    MFE_FORMS_PORT: '',
    RELEASE_POLL_MS: '50',
    RELEASE_KEEP_MS: '60000',
    PAGE_FRESH_MS: '250',
    TRUST_PROXY: 'loopback, 10.0.0.0/8',
    NODE_ENV: 'development',
    LOG_LEVEL: 'silent',
    RENDERS_PER_MINUTE: '90',
    PREVIEWS: '2',
    RETENTION_MONTHS: '6',
    DATA_DIR: '/srv/data',
  };
  expect(readEnvironment({ ...KEYS, ...variables })).toEqual({
    port: 8080,
    host: '0.0.0.0',
    metricsPort: 9464,
    siteUrl: 'https://vidlunnia.example',
    apiOrigin: 'http://api:4000',
    teams: {
      home: team('home', 'https://home.example'),
      blog: { ...team('blog', 'http://127.0.0.1:9002'), publicKeys: [KEY, OTHER_KEY] },
      forms: team('forms'),
    },
    pollInterval: 50,
    keepFor: 60_000,
    pageFreshFor: 250,
    rendersPerMinute: 90,
    previews: 2,
    trustProxy: 'loopback, 10.0.0.0/8',
    development: true,
    retentionMonths: 6,
    logLevel: 'silent',
    dataDir: '/srv/data/shell',
  });
});

const LIST = { REMOTES_FILE: '/etc/remotes.json' };
const NO_KEY = { MFE_BLOG_PUBLIC_KEY: '' };
test.each<[Readonly<Record<string, string>>, object]>([
  // Reachable only from this machine.
  [{}, { port: 3000, host: '127.0.0.1', trustProxy: null, development: false }],
  [{ SITE_URL: 'https://ВІДЛУННЯ.example:8080' }, { siteUrl: 'https://xn--b1aevia8a0f4b.example:8080' }],
  // Allowed, because the list may have the key.
  [{ ...LIST, ...NO_KEY }, { remotesFile: { file: '/etc/remotes.json', needed: [remotes.blog] } }],
])('the variables %j mean %j', (variables, expected) => {
  expect(readEnvironment({ ...KEYS, ...variables })).toMatchObject(expected);
});

test.each([
  [NO_KEY, 'MFE_BLOG_PUBLIC_KEY is not set; npm run keys -w mfe-blog prints it'],
  [{ ...LIST, MFE_BLOG_PUBLIC_KEY: 'x' }, 'MFE_BLOG_PUBLIC_KEY is “x”; it has to be'],
])('the variables %j are rejected', (variables, problem) => {
  expect(() => readEnvironment({ ...KEYS, ...variables })).toThrow(problem);
});
