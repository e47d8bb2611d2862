import { expect, test } from '@jest/globals';
import { startError } from '../../src/database/embedded-start-error';

const AT = '2026-11-22 12:16:47.460 UTC [42]';

// As written by PGlite 0.5.16.
test.each([
  [
    'another major version',
    [
      `${AT} FATAL:  database files are incompatible with server`,
      `${AT} DETAIL:  The data directory was initialized by PostgreSQL version 17, which is not compatible with this version 18.6.`,
    ],
    /^database files are incompatible with server \(The data directory .* version 18\.6\)\. To fix: start the release that wrote it/,
  ],
  [
    'a full disk',
    [`${AT} PANIC:  could not write to file "pg_wal/xlogtemp.42": No space left on device`, 'Aborted()'],
    /No space left on device\. To fix: free space on its disk$/,
  ],
  [
    'a missing right',
    ['postgres: could not access the server configuration file "postgresql.conf": Permission denied'],
    /Permission denied\. To fix: give the user of this process the right/,
  ],
  [
    'a read-only file system',
    [`${AT} FATAL:  could not open file "postmaster.pid": Read-only file system`],
    /Read-only file system\. To fix: put it where this process can write$/,
  ],
  [
    'lost files',
    [
      `${AT} LOG:  database system was interrupted; last known up at 2026-11-22 12:15:57 UTC`,
      `${AT} PANIC:  could not locate a valid checkpoint record at 0/177D9D0`,
    ],
    /^could not locate a valid checkpoint record at 0\/177D9D0\. To fix: restore it from a backup, or move it away/,
  ],
  ['no word of PostgreSQL', [], /^Aborted\(\)\. To fix: restore/],
])('%s: folder, reason, fix', (_, log, expected) => {
  const { message } = startError('/srv/db', log, new Error('x', { cause: new Error('Aborted()') }));
  const [start = '', rest = ''] = message.split(' can’t be opened: ');
  expect([start, rest]).toEqual(['The embedded database in /srv/db', expect.stringMatching(expected)]);
});
