import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { checkEnvironment } from './check-environment';
import { freePorts } from './ports';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'environment-'));
});
afterEach(() => {
  rmSync(folder, { recursive: true });
});

const place = async () => ({
  ...(await freePorts()),
  DATA_DIR: path.join(folder, 'data'),
  KEYS_DIR: path.join(folder, 'keys'),
});

test('free ports and folders to write to are all that a start needs', async () => {
  await expect(checkEnvironment(await place())).resolves.toBeUndefined();
});

test('all that is wrong is reported in one message', async () => {
  const wrong = {
    ...(await place()),
    PORT: 'abc',
    API_PORT: '70000',
    API_ORIGIN: 'nonsense',
    MFE_BLOG_ORIGIN: 'ftp://blog.example',
    MFE_FORMS_PUBLIC_KEY: 'short',
    RELEASE_POLL_MS: '1',
    LOG_LEVEL: 'loud',
    SUBMISSIONS_PER_MINUTE: 'many',
    DATA_DIR: __filename,
    KEYS_DIR: path.join(__filename, 'keys'),
    DATABASE_URL: 'mysql://db',
  };
  const message = String(await checkEnvironment(wrong).catch(String));
  expect(message.split('\n')).toEqual([
    expect.stringMatching(/^Error: PORT is “abc”/),
    expect.stringMatching(/^API_PORT is “70000”/),
    expect.stringMatching(/^API_ORIGIN is “nonsense”/),
    expect.stringMatching(/^MFE_BLOG_ORIGIN is “ftp:\/\/blog\.example”/),
    expect.stringMatching(/^MFE_FORMS_PUBLIC_KEY is “short”; it has to be one or more Ed25519 public keys/),
    expect.stringMatching(/^DATABASE_URL has to be a URL/),
    expect.stringMatching(/^LOG_LEVEL is “loud”/),
    expect.stringMatching(/^RELEASE_POLL_MS is “1”/),
    expect.stringMatching(/^SUBMISSIONS_PER_MINUTE is “many”; it has to be a whole number/),
    expect.stringMatching(/^DATA_DIR: nothing can be written to .* choose another folder with DATA_DIR$/),
    expect.stringMatching(/^KEYS_DIR: nothing can be written to .* choose another folder with KEYS_DIR$/),
  ]);
});

test('a key’s variable may stay unset: the start makes a key and hands it over', async () => {
  await expect(checkEnvironment({ ...(await place()), MFE_BLOG_PUBLIC_KEY: '' })).resolves.toBeUndefined();
});
