import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { startLocalServer, unreachableOrigin } from '@vidlunnia/http/testing';
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

test('free ports and folders to write to are all that a start needs: it makes the keys itself', async () => {
  await expect(checkEnvironment({ ...(await place()), MFE_BLOG_PUBLIC_KEY: '' })).resolves.toBeUndefined();
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

test('a taken port is named with its part and the variable that changes it', async () => {
  const { origin } = await startLocalServer(() => undefined);
  const { port } = new URL(origin);
  await expect(checkEnvironment({ ...(await place()), MFE_BLOG_PORT: port })).rejects.toThrow(
    `Port ${port} for mfe-blog is taken; choose another with MFE_BLOG_PORT`,
  );
});

test('a database has to be where its address says; the password is never repeated', async () => {
  const checkAt = async (origin: string) => {
    const { host } = new URL(origin);
    return checkEnvironment({ ...(await place()), DATABASE_URL: `postgres://site:secret@${host}/site` });
  };
  const { origin } = await startLocalServer(() => undefined);
  await expect(checkAt(origin)).resolves.toBeUndefined();
  const nobody = await unreachableOrigin();
  await expect(checkAt(nobody)).rejects.toThrow(
    `DATABASE_URL: nobody answers at ${new URL(nobody).host}; start PostgreSQL there, or name where it is`,
  );
  const socket = 'postgres:///site?host=/run/postgresql';
  await expect(checkEnvironment({ ...(await place()), DATABASE_URL: socket })).resolves.toBeUndefined();
});
