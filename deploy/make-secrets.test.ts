import { spawnSync } from 'node:child_process';
import { createPublicKey } from 'node:crypto';
import { readFileSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from '@jest/globals';
import { temporaryFolder } from '@vidlunnia/settings/testing';

const folder = temporaryFolder();
const secrets = path.join(folder, 'made');

const program = ['--require', 'tsx/cjs', path.join(__dirname, 'make-secrets.ts'), secrets];
const make = (...teams: string[]) =>
  spawnSync(process.execPath, [...program, ...teams], { encoding: 'utf8', timeout: 60_000 });
const read = (name: string) => readFileSync(path.join(secrets, name), 'utf8');

test('makes a password, a token and key pairs for the release tool, and never replaces existing ones', () => {
  expect(make('mfe-blog').status).toBe(0);
  const [password, key] = [read('database-password'), read('mfe-blog.key')];
  for (const secret of [password, read('inbox-token')]) expect(secret).toMatch(/^[\w-]{32}$/);
  expect(read('mfe-blog.pub')).toBe(createPublicKey(key).export({ format: 'jwk' }).x);

  expect(make('mfe-blog', 'mfe-forms').stdout).toBe('Made mfe-forms.key, mfe-forms.pub\n');
  expect([read('database-password'), read('mfe-blog.key')]).toEqual([password, key]);
  // A lost public key is the private key's; a lost private key is never replaced by one that does not match.
  const pub = read('mfe-blog.pub');
  rmSync(path.join(secrets, 'mfe-blog.pub'));
  expect(make('mfe-blog').stdout).toBe('Made mfe-blog.pub\n');
  expect(read('mfe-blog.pub')).toBe(pub);
  rmSync(path.join(secrets, 'mfe-forms.key'));
  expect(make('mfe-blog', 'mfe-forms')).toMatchObject({
    status: 1,
    stdout: '',
    stderr: expect.stringContaining('mfe-forms.pub is without mfe-forms.key'),
  });
  // Containers of any user can read the files; on this machine, only the owner can.
  expect(statSync(secrets).mode & 0o777).toBe(0o700);
  expect(statSync(path.join(secrets, 'mfe-blog.key')).mode & 0o777).toBe(0o444);
});
