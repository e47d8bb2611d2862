import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeEach, describe, expect, test } from '@jest/globals';
import { temporaryFolder } from '@vidlunnia/settings/testing';
import { startLocalServer, unreachableOrigin } from '@vidlunnia/settings/testing/local-server';
import { remoteNamed } from '@vidlunnia/settings/topology';
import { ensureKey } from '@vidlunnia/remote-kit/release/keys';
import { checkEnvironment } from './check-environment';
import { examine } from './doctor';
import { freePorts } from './stack';

let folder = '';
beforeEach(() => {
  folder = temporaryFolder();
});

const place = async () => ({
  ...(await freePorts()),
  DATA_DIR: path.join(folder, 'data'),
  KEYS_DIR: path.join(folder, 'keys'),
});

test('all problems are reported in one message, a port in use with its part and variable', async () => {
  const { port } = new URL((await startLocalServer(() => undefined)).origin);
  const wrong = {
    ...(await place()),
    PORT: 'abc',
    MFE_BLOG_PORT: port,
    API_PORT: '70000',
    LOG_LEVEL: 'loud',
    DATA_DIR: __filename,
    KEYS_DIR: path.join(__filename, 'keys'),
    DATABASE_URL: 'mysql://db',
  };
  const message = String(await checkEnvironment(wrong).catch(String));
  expect(message.split('\n')).toEqual([
    expect.stringMatching(/^Error: PORT is “abc”/),
    `Port ${port} for mfe-blog is in use; choose another with MFE_BLOG_PORT`,
    expect.stringMatching(/^API_PORT is “70000”/),
    expect.stringMatching(/^LOG_LEVEL is “loud”/),
    expect.stringMatching(/^DATABASE_URL has to be a URL/),
    expect.stringMatching(/^DATA_DIR: nothing can be written to .* choose another folder with DATA_DIR$/),
    expect.stringMatching(/^KEYS_DIR: nothing can be written to .* choose another folder with KEYS_DIR$/),
  ]);
});

test('an address that this machine does not have is reported once', async () => {
  // An address for documentation only (RFC 3849).
  const wrong = { ...(await place()), HOST: '2001:db8::1' };
  await expect(checkEnvironment(wrong)).rejects.toThrow(
    /^HOST is “2001:db8::1”; nothing can listen there \(E\w+\); name an address of this machine$/,
  );
});

test('the database has to be reachable at its address; the password is never repeated', async () => {
  const checkAt = async (DATABASE_URL: string) => checkEnvironment({ ...(await place()), DATABASE_URL });
  const { origin } = await startLocalServer(() => undefined);
  await checkAt(`postgres://site:secret@${new URL(origin).host}/site`);
  await checkAt('postgres:///site?host=/run/postgresql');
  const { host } = new URL(unreachableOrigin);
  await expect(checkAt(`postgres://site:secret@${host}/site`)).rejects.toThrow(
    `DATABASE_URL: no server responds at ${host}; start PostgreSQL there, or correct the address`,
  );
});

describe('the doctor', () => {
  const textsOf = (findings: Awaited<ReturnType<typeof examine>>, wanted: string) =>
    findings.filter(([state]) => state === wanted).map(([, title, text]) => `${title}: ${text}`);

  test('finds no problem on a fresh machine without keys and without a site', async () => {
    const findings = await examine({ ...(await place()), MFE_BLOG_PUBLIC_KEY: '' });
    expect(textsOf(findings, 'wrong')).toEqual([]);
    expect(textsOf(findings, 'note')).toEqual(
      expect.arrayContaining([
        'key of mfe-blog: none yet: npm start, or npm run keys -w mfe-blog, makes it',
        expect.stringMatching(/^site: none is running: http:\/\/localhost:\d+\/-\/releases gave no report: /),
      ]),
    );
  });

  test('names every problem and its fix', async () => {
    const environment = await place();
    await ensureKey(remoteNamed('blog'), environment);
    await ensureKey(remoteNamed('home'), environment);
    writeFileSync(path.join(folder, 'keys/mfe-home.key'), 'no key');
    const wrong = { MFE_BLOG_PUBLIC_KEY: 'A'.repeat(43), LOG_LEVEL: 'loud' };
    const findings = await examine({ ...environment, ...wrong });
    expect(textsOf(findings, 'wrong')).toEqual([
      expect.stringMatching(/^settings: LOG_LEVEL is “loud”/),
      expect.stringMatching(/^key of mfe-home: .*mfe-home\.key is not an Ed25519 key in PEM$/),
      expect.stringMatching(/^key of mfe-blog: MFE_BLOG_PUBLIC_KEY names another key .*; add [\w-]{43}$/),
    ]);
  });
});
