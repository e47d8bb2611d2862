import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { remotes } from '@vidlunnia/remote-kit/environment/topology';
import { ensureKey } from '@vidlunnia/remote-kit/release/keys';
import { examine } from './examine';
import { freePorts } from './ports';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'examine-'));
});
afterEach(() => {
  rmSync(folder, { recursive: true });
});

const place = async () => ({
  ...(await freePorts()),
  DATA_DIR: path.join(folder, 'data'),
  KEYS_DIR: path.join(folder, 'keys'),
});
const textsOf = (findings: Awaited<ReturnType<typeof examine>>, wanted: string) =>
  findings.filter(({ state }) => state === wanted).map(({ title, text }) => `${title}: ${text}`);

test('on a fresh machine nothing is wrong; keys and a site are still to come', async () => {
  const findings = await examine(await place());
  expect(textsOf(findings, 'wrong')).toEqual([]);
  expect(textsOf(findings, 'look')).toEqual(
    expect.arrayContaining([
      'key of mfe-blog: none yet: npm start, or npm run keys -w mfe-blog, makes it',
      expect.stringMatching(/^site: none runs: http:\/\/localhost:\d+\/-\/releases did not answer: /),
    ]),
  );
});

test('what is wrong is named with what mends it', async () => {
  const environment = await place();
  await ensureKey(remotes.blog, environment);
  await ensureKey(remotes.home, environment);
  writeFileSync(path.join(folder, 'keys/mfe-home.key'), 'no key');
  const findings = await examine({
    ...environment,
    MFE_BLOG_PUBLIC_KEY: 'A'.repeat(43),
    LOG_LEVEL: 'loud',
  });
  expect(textsOf(findings, 'wrong')).toEqual([
    expect.stringMatching(/^settings: LOG_LEVEL is “loud”/),
    expect.stringMatching(/^key of mfe-home: .*mfe-home\.key is no Ed25519 key in PEM$/),
    expect.stringMatching(/^key of mfe-blog: MFE_BLOG_PUBLIC_KEY names another key .*; add [\w-]{43}$/),
  ]);
});
