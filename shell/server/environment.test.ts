import { expect, test } from '@jest/globals';
import { REMOTE_NAMES } from '@vidlunnia/contracts';
import { repositoryRoot } from '@vidlunnia/settings/machine';
import { readTopology, remotesNamed } from '@vidlunnia/settings/topology';
import { readEnvironment } from './environment';

const KEY = 'k'.repeat(43);
const OTHER_KEY = 'o'.repeat(43);
const REMOTES = remotesNamed(REMOTE_NAMES);
const KEYS = Object.fromEntries(REMOTES.map(({ publicKeyVariable }) => [publicKeyVariable, KEY]));
const [, blog] = REMOTES;
const LIST = { REMOTES_FILE: '/etc/remotes.json' };
const NO_KEY = { MFE_BLOG_PUBLIC_KEY: '' };

test.each<[Readonly<Record<string, string>>, object]>([
  // Reachable only from this machine.
  [{}, { port: 3000, host: '127.0.0.1', trustProxy: null, development: false, metricsPort: undefined }],
  [{ PORT: '8080' }, { port: 8080 }],
  [{ METRICS_PORT: '9464' }, { metricsPort: 9464 }],
  [{ SITE_URL: 'https://ВІДЛУННЯ.example:8080/' }, { siteUrl: 'https://xn--b1aevia8a0f4b.example:8080' }],
  [{ API_ORIGIN: 'http://api:4000' }, { apiOrigin: 'http://api:4000' }],
  [{ MFE_BLOG_PORT: '9002' }, { teams: { blog: { remote: blog, origin: 'http://127.0.0.1:9002' } } }],
  [{ MFE_BLOG_PUBLIC_KEY: `${KEY}, ${OTHER_KEY}` }, { teams: { blog: { publicKeys: [KEY, OTHER_KEY] } } }],
  [{ RELEASE_POLL_MS: '50' }, { pollInterval: 50 }],
  [{ RELEASE_KEEP_MS: '60000' }, { keepFor: 60_000 }],
  [{ PAGE_FRESH_MS: '250' }, { pageFreshFor: 250 }],
  [{ TRUST_PROXY: 'loopback, 10.0.0.0/8' }, { trustProxy: 'loopback, 10.0.0.0/8' }],
  [{ NODE_ENV: 'development' }, { development: true }],
  [{ LOG_LEVEL: 'silent' }, { logLevel: 'silent' }],
  [{ RENDERS_PER_MINUTE: '90' }, { rendersPerMinute: 90 }],
  [{ PREVIEWS: '2' }, { previews: 2 }],
  [{ RETENTION_MONTHS: '6' }, { retentionMonths: 6 }],
  [{ DATA_DIR: '/srv/data' }, { dataDir: '/srv/data/shell' }],
  // Allowed, because the list may have the key.
  [{ ...LIST, ...NO_KEY }, { remotesFile: { file: '/etc/remotes.json', needed: [blog] } }],
])('the variables %j mean %j', (variables, expected) => {
  expect(readEnvironment({ ...KEYS, ...variables })).toMatchObject(expected);
});

test('the remotes of the contract are workspaces, described by their packages', () => {
  const { workspaces } = readTopology(repositoryRoot());
  expect(workspaces).toMatchObject(REMOTES);
});

test.each([
  [NO_KEY, 'MFE_BLOG_PUBLIC_KEY is not set; npm run keys -w mfe-blog prints it'],
  [{ ...LIST, MFE_BLOG_PUBLIC_KEY: 'x' }, 'MFE_BLOG_PUBLIC_KEY is “x”; it has to be'],
])('the variables %j are rejected', (variables, problem) => {
  expect(() => readEnvironment({ ...KEYS, ...variables })).toThrow(problem);
});
