/**
 * Makes the files that the production stack reads: the database's password, and a key pair for each named team. Never
 * replaces existing ones. The service `make-secrets` runs it in a bare Node image, so it imports only Node's modules.
 *
 *     node make-secrets.ts <folder> <team>…
 */
import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { chmodSync, chownSync, existsSync, mkdirSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const [folder = 'secrets', ...teams] = process.argv.slice(2);
const owner = statSync(path.dirname(path.resolve(folder)));
const made: string[] = [];

if (!existsSync(folder)) mkdirSync(folder);
// An engine may have made the folder to mount it.
chmodSync(folder, 0o700);
give(folder);
write('database-password', randomBytes(24).toString('base64url'));
for (const team of teams) {
  if (existsSync(path.join(folder, `${team}.key`))) continue;
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  write(`${team}.key`, privateKey.export({ type: 'pkcs8', format: 'pem' }).toString());
  write(`${team}.pub`, publicKey.export({ format: 'jwk' }).x ?? '');
}
process.stdout.write(made.length === 0 ? 'All secrets are there already\n' : `Made ${made.join(', ')}\n`);

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
