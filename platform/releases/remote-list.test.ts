import { expect, test } from '@jest/globals';
import { makeKeyPair } from './signature';
import { formatRemoteList, parseRemoteList, REMOTE_LIST_LIMIT, type ListedRemote } from './remote-list';

const { publicKey } = makeKeyPair();
const OUTSIDE: ListedRemote = {
  name: 'outside',
  origin: 'https://releases.example/mfe-outside',
  publicKeys: [publicKey],
  zones: ['Openings', 'Days'].map((module) => ({ module, page: 'home', after: 'vacancies' })),
};
const ZONE = OUTSIDE.zones[0];
const SAME = { ...ZONE, module: 'OPENINGS' };
const parse = (value: unknown) =>
  parseRemoteList(value instanceof Buffer ? value : Buffer.from(JSON.stringify(value)));
const listOf = (changes: object, name = 'outside') => ({ remotes: [{ ...OUTSIDE, name, ...changes }] });

test('a list survives writing and reading, also with the serial of former, signed lists, or a remote without zones', () => {
  const list = { remotes: [OUTSIDE] };
  expect(parseRemoteList(formatRemoteList(list))).toEqual(list);
  expect(parse({ serial: 7, ...list }).remotes).toEqual([OUTSIDE]);
  expect(parse(listOf({ zones: [] }, 'blog')).remotes).toHaveLength(1);
});

test.each<readonly [string, unknown, string]>([
  ['a mistake in JSON', Buffer.from('{'), 'the list of remotes is not JSON'],
  ['too many bytes', Buffer.alloc(REMOTE_LIST_LIMIT + 1), 'it has more than 65536 bytes'],
  ['a remote twice', { remotes: [OUTSIDE, OUTSIDE] }, 'it names outside twice'],
  ['an unknown field', listOf({ serial: 1 }), 'remotes.0.serial is unknown'],
  ['an invalid name', listOf({}, 'Out'), 'remotes.0.name is “Out”; it has to be two to thirty'],
  [
    'a long origin',
    listOf({ origin: `https://${'a'.repeat(500)}` }),
    'expected string length less or equal to 500',
  ],
  ['a remote without keys', listOf({ publicKeys: [] }), 'expected array length to be greater or equal to 1'],
  [
    'too many zones',
    listOf({ zones: Array(11).fill(ZONE) }),
    'expected array length to be less or equal to 10',
  ],
  [
    'too many remotes',
    { remotes: Array(51).fill(OUTSIDE) },
    'expected array length to be less or equal to 50',
  ],
  ['an invalid origin', listOf({ origin: 'releases' }), 'the origin of outside has to be an address'],
  ['an invalid key', listOf({ publicKeys: ['x'] }), 'publicKeys.0 is wrong; it has to be an Ed25519'],
  ['a module in two zones', listOf({ zones: [ZONE, SAME] }), 'outside has a module in two zones'],
])('a list with %s is rejected; the error locates the mistake', (_, value, message) => {
  expect(() => parse(value)).toThrow(message);
});
