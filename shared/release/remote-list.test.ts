import { expect, test } from '@jest/globals';
import { makeKeyPair } from './signature';
import { formatRemoteList, parseRemoteList, REMOTE_LIST_LIMIT, type ListedRemote } from './remote-list';

const { publicKey } = makeKeyPair();
const CAREERS: ListedRemote = {
  name: 'careers',
  origin: 'https://releases.example/mfe-careers',
  publicKeys: [publicKey],
  zones: [{ module: 'Openings', page: 'home', after: 'vacancies' }],
};
const parse = (value: unknown) => parseRemoteList(Buffer.from(JSON.stringify(value)));
const listOf = (changes: object, name = 'careers') => ({
  serial: 1,
  remotes: [{ ...CAREERS, name, ...changes }],
});

test('a list is read as it was written', () => {
  const list = { serial: 7, remotes: [CAREERS] };
  expect(parseRemoteList(formatRemoteList(list))).toEqual(list);
});

test('a remote of the repository may be in it, for its origin and keys', () => {
  expect(parse(listOf({ zones: [] }, 'blog')).remotes).toHaveLength(1);
});

test.each<readonly [string, unknown, string]>([
  ['nothing of a list', {}, 'it is malformed at /serial'],
  ['no serial from 1', { serial: 0, remotes: [] }, 'it is malformed at /serial'],
  ['something unknown', { serial: 1, remotes: [], more: 1 }, 'it is malformed at /more'],
  ['too many remotes', { serial: 1, remotes: Array(51).fill(CAREERS) }, 'it is malformed at /remotes'],
  ['a remote twice', { serial: 1, remotes: [CAREERS, CAREERS] }, 'it names careers twice'],
  ['a name that is a path', listOf({}, '../x'), 'it is malformed at /remotes/0/name'],
  ['a name that every object has', listOf({}, 'constructor'), 'it is malformed at /remotes/0/name'],
  ['an origin that is none', listOf({ origin: 'releases' }), 'the origin of careers has to be an address'],
  [
    'an origin with a query',
    listOf({ origin: 'https://r.example/?a' }),
    'the origin of careers has to be an address',
  ],
  ['an origin of no server', listOf({ origin: 'file:///etc' }), 'the origin of careers has to be an address'],
  ['no key', listOf({ publicKeys: [] }), 'it is malformed at /remotes/0/publicKeys'],
  ['a key that is none', listOf({ publicKeys: ['x'] }), 'it is malformed at /remotes/0/publicKeys/0'],
  [
    'a place that no page has',
    listOf({ zones: [{ ...CAREERS.zones[0], after: 'x' }] }),
    'it is malformed at /remotes/0/zones/0/after',
  ],
  [
    'a page without zones',
    listOf({ zones: [{ ...CAREERS.zones[0], page: 'post' }] }),
    'it is malformed at /remotes/0/zones/0/page',
  ],
  [
    'a module in two places',
    listOf({ zones: [CAREERS.zones[0], CAREERS.zones[0]] }),
    'careers has a module in two zones',
  ],
  [
    'zones of a remote that the contract names',
    listOf({}, 'blog'),
    'blog has its places by the contract, and no zones',
  ],
])('with %s it is rejected, and the place is named', (_, value, message) => {
  expect(() => parse(value)).toThrow(message);
});

test('what is no JSON, or too long, is rejected', () => {
  expect(() => parseRemoteList(Buffer.from('{'))).toThrow('it is no JSON');
  expect(() => parseRemoteList(Buffer.alloc(REMOTE_LIST_LIMIT + 1))).toThrow('it has more than 65536 bytes');
});
