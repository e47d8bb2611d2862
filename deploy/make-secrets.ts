/**
 * Makes the files that the production stack reads: the database's password, the inbox's token, and a key pair for each
 * named team. Never replaces existing ones. The service `make-secrets` runs it in a bare Node image, so it imports only
 * Node's modules.
 *
 *     node make-secrets.ts <folder> <team>…
 */
import { createPublicKey, generateKeyPairSync, randomBytes } from 'node:crypto';
import { chmodSync, chownSync, existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const [folder = 'secrets', ...teams] = process.argv.slice(2);
const owner = statSync(path.dirname(path.resolve(folder)));
const made: string[] = [];

if (!existsSync(folder)) mkdirSync(folder);
// An engine may have made the folder to mount it.
chmodSync(folder, 0o700);
give(folder);
for (const name of ['database-password', 'inbox-token']) write(name, randomBytes(24).toString('base64url'));
for (const team of teams) {
  const [key, pub] = [`${team}.key`, `${team}.pub`];
  if (existsSync(path.join(folder, pub)) && !existsSync(path.join(folder, key))) {
    process.stderr.write(
      `${pub} is without ${key}, and a new key would not match it: put your copy of ${key} back into ${folder}, or remove ${pub} for a new pair\n`,
    );
    process.exitCode = 1;
    continue;
  }
  write(key, generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }).toString());
  write(pub, createPublicKey(readFileSync(path.join(folder, key))).export({ format: 'jwk' }).x ?? '');
}
if (made.length > 0) process.stdout.write(`Made ${made.join(', ')}\n`);
else if (!process.exitCode) process.stdout.write('All secrets are there already\n');

function write(name: string, text: string): void {
  const file = path.join(folder, name);
  if (existsSync(file)) return;
  // Containers run as their own users, and an engine mounts files with their permissions. The folder's permissions keep
  // this machine's other users out.
  writeFileSync(file, text, { mode: 0o444 });
  give(file);
  made.push(name);
}

/** Gives a file to the owner of the parent folder; else a container's root would own it. */
function give(file: string): void {
  if (process.getuid?.() === 0) chownSync(file, owner.uid, owner.gid);
}
