import { expect, test } from '@jest/globals';
import { getter, localSiteOf, originOf, portOf, publicKeysOf, readSettings, SETTINGS } from './settings';
import { api, remoteNamed } from './topology';

const blog = remoteNamed('blog', 3002);
const LIKE = 'like http://blog.example:3002';

test.each([
  ['this machine at its port', { MFE_BLOG_PORT: '65535' }, 'http://127.0.0.1:65535'],
  ['without the slash at its end', { MFE_BLOG_ORIGIN: 'https://b.example/' }, 'https://b.example'],
  ['with a path', { MFE_BLOG_ORIGIN: 'https://b.example/site/blog/' }, 'https://b.example/site/blog'],
  ['without its scheme’s default port', { MFE_BLOG_ORIGIN: 'http://b.example:80' }, 'http://b.example'],
])('the origin of an upstream is %s', (_, variables, origin) => {
  expect(originOf(blog, getter(variables))).toBe(origin);
});

test.each([
  [undefined, '127.0.0.1', 'localhost'],
  ['0.0.0.0', '127.0.0.1', 'localhost'],
  ['::', '127.0.0.1', 'localhost'],
  ['::1', '[::1]', '[::1]'],
  ['192.0.2.2', '192.0.2.2', '192.0.2.2'],
  ['site.example', 'site.example', 'site.example'],
])('packages that listen on HOST=%s are reached at %s, the site at %s', (HOST, host, site) => {
  const get = getter({ HOST });
  expect([originOf(api, get), localSiteOf(get)]).toEqual([`http://${host}:4000`, `http://${site}:3000`]);
});

test.each<[name: string, rule: string, read: (get: ReturnType<typeof getter>) => unknown, values: string]>([
  ['MFE_BLOG_PORT', 'a port, 1 to 65535', (get) => portOf(blog, get), '0 -1 65536 80.5 http'],
  [
    'MFE_BLOG_ORIGIN',
    `an address ${LIKE}`,
    (get) => originOf(blog, get),
    'blog:3002 ftp://b.example http://b.example/?x=1 http://user:secret@b.example',
  ],
  ['HOST', 'a name or an address of this machine', (get) => get(SETTINGS.host), 'fe80::1%eth0 a:80:b'],
  ['API_ORIGIN', `an origin ${LIKE}`, (get) => originOf(api, get), 'http://a.example/path'],
])('%s has to be %s', (name, rule, read, values) => {
  for (const value of values.split(' '))
    expect(() => read(getter({ [name]: value }))).toThrow(`${name} is “${value}”; it has to be ${rule}`);
});

test('a team has one public key, or several separated by commas', () => {
  const [one, other] = ['o'.repeat(43), '_-'.repeat(21) + 'A'];
  const keysIn = (text: string) => () =>
    readSettings({ MFE_BLOG_PUBLIC_KEY: text }, (reader) => publicKeysOf(blog, reader));
  expect(keysIn(`${one} , ${other}`)()).toEqual([one, other]);
  for (const text of ['', 'short', `${one}=`, `${one},`]) expect(keysIn(text)).toThrow('MFE_BLOG_PUBLIC_KEY');
});

test.each([
  ['../releases', { kind: 'folder', folder: '../releases' }],
  ['C:\\releases', { kind: 'folder', folder: 'C:\\releases' }],
  ['s3://bucket', { kind: 's3', bucket: 'bucket', prefix: '' }],
  ['s3://bucket/a//b/', { kind: 's3', bucket: 'bucket', prefix: 'a/b/' }],
])('%s is a target for releases', (text, target) => {
  expect(getter({ RELEASE_TARGET: text })(SETTINGS.releaseTarget)).toEqual(target);
});

test.each(
  'ftp://host https://host.example s3:// s3://bucket:80/a s3://bucket/?a=1 s3://a:b@bucket'.split(' '),
)('%s is not a target for releases', (text) => {
  const read = () => getter({ RELEASE_TARGET: text })(SETTINGS.releaseTarget);
  expect(read).toThrow('RELEASE_TARGET has to be a');
});

test('problems are collected once each, without secrets', () => {
  const environment = { LOG_LEVEL: 'loud', RELEASE_TARGET: 's3://user:secret@bucket', HOST: '::1' };
  const read = () => {
    readSettings(environment, ({ get, reject }) => {
      for (const name of ['logLevel', 'logLevel', 'releaseTarget', 'host'] as const)
        get<unknown>(SETTINGS[name]);
      reject('Together they do not fit');
    });
  };
  expect(read).toThrow(
    /^The environment is not right:\n- LOG_LEVEL is “loud”; it has to be .*\n- RELEASE_TARGET has to be a folder.*\n- Together they do not fit$/,
  );
});
