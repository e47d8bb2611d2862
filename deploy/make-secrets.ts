/**
 * Makes what the production stack reads from files: the database's password, and a key pair for each team that is
 * named. What is there already is never replaced. It runs in a bare Node image (the service `make-secrets`), and
 * therefore uses nothing but Node itself.
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
// Also of a folder that an engine has made, because it was to be mounted.
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
  // Containers run as users of their own, and an engine mounts files with the rights that they have here: it is the
  // folder that keeps this machine's other users out.
  writeFileSync(file, text, { mode: 0o444 });
  give(file);
  made.push(name);
}

/** A container's root would otherwise own what belongs to the owner of the folder around it. */
function give(file: string): void {
  if (process.getuid?.() === 0) chownSync(file, owner.uid, owner.gid);
}
