import { describe, expect, test } from '@jest/globals';
import { getter, readSettings } from './read-settings';
import { originOf, parsePublicKeys, portOf, SETTINGS } from './settings';
import { api, remotes } from './topology';

const { blog } = remotes;

describe('port of a package', () => {
  test.each([
    ['its own when the variable is absent', {}, 3002],
    ['its own when the variable is empty', { MFE_BLOG_PORT: '' }, 3002],
    ['the variable’s', { MFE_BLOG_PORT: '8080' }, 8080],
    ['the highest', { MFE_BLOG_PORT: '65535' }, 65_535],
    ['not another package’s', { PORT: '8080', API_PORT: '8081' }, 3002],
  ])('is %s', (_, variables, port) => {
    expect(portOf(blog, getter(variables))).toBe(port);
  });

  test.each(['0', '-1', '65536', '80.5', 'http'])('is rejected when it is “%s”', (value) => {
    expect(() => portOf(blog, getter({ MFE_BLOG_PORT: value }))).toThrow(
      `MFE_BLOG_PORT is “${value}”; it has to be a port, 1 to 65535`,
    );
  });
});

describe('origin of an upstream', () => {
  test.each([
    ['this machine at its own port', {}, 'http://127.0.0.1:3002'],
    ['this machine at the variable’s port', { MFE_BLOG_PORT: '8080' }, 'http://127.0.0.1:8080'],
    [
      'the variable’s, whatever the port’s',
      { MFE_BLOG_ORIGIN: 'https://b.example', MFE_BLOG_PORT: '1' },
      'https://b.example',
    ],
    ['without the slash at its end', { MFE_BLOG_ORIGIN: 'https://b.example/' }, 'https://b.example'],
    [
      'with a path, as in a bucket',
      { MFE_BLOG_ORIGIN: 'https://b.example/site/mfe-blog/' },
      'https://b.example/site/mfe-blog',
    ],
    ['without its scheme’s own port', { MFE_BLOG_ORIGIN: 'http://b.example:80' }, 'http://b.example'],
  ])('is %s', (_, variables, origin) => {
    expect(originOf(blog, getter(variables))).toBe(origin);
  });

  test.each(['blog:3002', 'ftp://blog.example', 'http://b.example/path?x=1', 'http://user:secret@b.example'])(
    'is rejected when it is “%s”',
    (value) => {
      expect(() => originOf(blog, getter({ MFE_BLOG_ORIGIN: value }))).toThrow(
        `MFE_BLOG_ORIGIN is “${value}”; it has to be an address like http://blog.example:3002`,
      );
    },
  );

  test('of the API has no path', () => {
    expect(() => originOf(api, getter({ API_ORIGIN: 'http://a.example/path' }))).toThrow(
      'API_ORIGIN is “http://a.example/path”; it has to be an origin like http://blog.example:3002',
    );
  });
});

describe('a team’s public keys', () => {
  const [ONE, OTHER] = ['o'.repeat(43), '_-'.repeat(21) + 'A'];

  test.each([
    [ONE, [ONE]],
    [`${ONE} , ${OTHER}`, [ONE, OTHER]],
  ])('“%s” is read', (text, keys) => {
    expect(parsePublicKeys(text)).toEqual(keys);
  });

  test.each(['', 'short', `${ONE}=`, `${ONE},`, `-----BEGIN PRIVATE KEY-----\n${ONE}`])(
    '“%s” is rejected',
    (text) => {
      expect(parsePublicKeys(text)).toBeUndefined();
    },
  );
});

test('what is wrong is collected, each problem once, and a secret is not repeated', () => {
  const environment = { LOG_LEVEL: 'loud', DATABASE_URL: 'mysql://user:secret@db', HOST: '::1' };
  const read = () => {
    readSettings(environment, ({ get, reject }) => {
      get(SETTINGS.logLevel);
      get(SETTINGS.logLevel);
      get(SETTINGS.databaseUrl);
      get(SETTINGS.host);
      reject('Together they do not fit');
    });
  };
  expect(read).toThrow(
    /^The environment is not right:\n- LOG_LEVEL is “loud”; it has to be .*\n- DATABASE_URL has to be a URL .*\n- Together they do not fit$/,
  );
});
