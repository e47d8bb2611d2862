import { expect, test } from '@jest/globals';
import { observatoryScore, type Observation } from './observatory';

const scoreOf = (headers: Observation['headers'], html = '') => observatoryScore({ headers, html }).score;
const GOOD = {
  'content-security-policy': "default-src 'none';frame-ancestors 'none'",
  'strict-transport-security': 'max-age=31536000',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'cross-origin-resource-policy': 'same-origin',
};

// Sums by hand of the modifiers in mdn-http-observatory's charts.js.
test.each<readonly [string, number, Observation['headers']]>([
  ['without any header', 100 - 25 - 20 - 20 - 5, {}],
  ['with what everything has', 130, GOOD],
  [
    'with all that a page may have',
    150,
    { ...GOOD, 'cross-origin-opener-policy': 'same-origin', 'cross-origin-embedder-policy': 'require-corp' },
  ],
  [
    'with inline scripts',
    80,
    { ...GOOD, 'content-security-policy': "script-src 'unsafe-inline';frame-ancestors 'none'" },
  ],
  [
    'with inline styles',
    120,
    {
      ...GOOD,
      'content-security-policy': "default-src 'none';style-src 'unsafe-inline';frame-ancestors 'none'",
    },
  ],
  ['with a directive twice', 55, { ...GOOD, 'content-security-policy': "img-src 'none';img-src 'self'" }],
  ['with TLS for a day', 120, { ...GOOD, 'strict-transport-security': 'max-age=86400' }],
  ['without TLS remembered', 80, { ...GOOD, 'strict-transport-security': undefined }],
  ['with an unguarded cookie', 60, { ...GOOD, 'set-cookie': ['a=b'] }],
])('a response %s has %i', (_, score, headers) => {
  expect(scoreOf(headers)).toBe(score);
});

test('a page gains by a hash and loses by another site’s script', () => {
  expect(scoreOf(GOOD, '<script src="/a.js" integrity="sha384-x" defer></script>')).toBe(135);
  expect(scoreOf(GOOD, '<script src="https://cdn.example/a.js"></script>')).toBe(50);
});
