import { expect, test } from '@jest/globals';
import { readSettings } from '@vidlunnia/settings';
import { remotesNamed } from '@vidlunnia/settings/topology';
import { REMOTES } from '../testing/bakery/pages';
import { readEngineSettings } from './engine-settings';

const KEY = 'k'.repeat(43);
const OTHER_KEY = 'o'.repeat(43);
const KEYS = Object.fromEntries(
  remotesNamed(REMOTES).map(({ publicKeyVariable }) => [publicKeyVariable, KEY]),
);
const [, news] = remotesNamed(REMOTES);
const LIST = { REMOTES_FILE: '/etc/remotes.json' };
const NO_KEY = { MFE_NEWS_PUBLIC_KEY: '' };

const read = (variables: Readonly<Record<string, string>>) =>
  readSettings({ ...KEYS, ...variables }, (reader) => readEngineSettings(reader, REMOTES));

test.each<[Readonly<Record<string, string>>, object]>([
  // Reachable only from this machine.
  [{}, { port: 3000, host: '127.0.0.1', trustProxy: null, development: false, metricsPort: undefined }],
  [{ PORT: '8080' }, { port: 8080 }],
  [{ HOST: '0.0.0.0' }, { host: '0.0.0.0' }],
  [{ METRICS_PORT: '9464' }, { metricsPort: 9464 }],
  [{ SITE_URL: 'https://BÄCKEREI.example:8080/' }, { siteUrl: 'https://xn--bckerei-5wa.example:8080' }],
  [{ API_ORIGIN: 'http://api:4000' }, { apiOrigin: 'http://api:4000' }],
  [{ MFE_NEWS_PORT: '9002' }, { teams: { news: { remote: news, origin: 'http://127.0.0.1:9002' } } }],
  [{ MFE_NEWS_PUBLIC_KEY: `${KEY}, ${OTHER_KEY}` }, { teams: { news: { publicKeys: [KEY, OTHER_KEY] } } }],
  [{ MFE_ORDERS_PORT: '' }, { teams: { orders: { origin: 'http://127.0.0.1:3003' } } }],
  [
    { MFE_ORDERS_ORIGIN: 'https://orders.example' },
    { teams: { orders: { origin: 'https://orders.example' } } },
  ],
  [{ RELEASE_POLL_MS: '50' }, { pollInterval: 50 }],
  [{ RELEASE_KEEP_MS: '60000' }, { keepFor: 60_000 }],
  [{ PAGE_FRESH_MS: '250' }, { pageFreshFor: 250 }],
  [{ TRUST_PROXY: 'loopback, 10.0.0.0/8' }, { trustProxy: 'loopback, 10.0.0.0/8' }],
  [{ NODE_ENV: 'development' }, { development: true }],
  [{ LOG_LEVEL: 'silent' }, { logLevel: 'silent' }],
  [{ RENDERS_PER_MINUTE: '90' }, { rendersPerMinute: 90 }],
  [{ PREVIEWS: '2' }, { previews: 2 }],
  [{ DATA_DIR: '/srv/data' }, { dataDir: '/srv/data/shell' }],
  // Allowed, because the list may have the key.
  [{ ...LIST, ...NO_KEY }, { remotesFile: { file: '/etc/remotes.json', needed: [news] } }],
])('the variables %j mean %j', (variables, expected) => {
  expect(read(variables)).toMatchObject(expected);
});

test.each([
  [NO_KEY, 'MFE_NEWS_PUBLIC_KEY is not set; npm run keys -w mfe-news prints it'],
  [{ ...LIST, MFE_NEWS_PUBLIC_KEY: 'x' }, 'MFE_NEWS_PUBLIC_KEY is “x”; it has to be'],
])('the variables %j are rejected', (variables, problem) => {
  expect(() => read(variables)).toThrow(problem);
});
