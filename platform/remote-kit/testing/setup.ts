import nodeCrypto from 'node:crypto';
import path from 'node:path';
import { afterAll, expect, jest } from '@jest/globals';
import type * as TestingLibrary from '@testing-library/dom';

// Only with a document: its 170 modules take 50 ms in each file.
if (typeof document !== 'undefined') {
  jest.requireActual('@testing-library/jest-dom/jest-globals');
  // The test's own limit ends a wait: a busy machine may pause for longer than the default of a second.
  const { configure } = jest.requireActual<typeof TestingLibrary>('@testing-library/dom');
  configure({ asyncUtilTimeout: 60_000 });
}

// Random numbers, bytes and keys of a test file follow from the run's seed and the file's name, so that `--seed=…`
// repeats a whole run or a part. The name gives each file its own sequence. Processes started by tests use their own,
// and so do UUIDs, which only have to differ.
const file = path.relative(path.join(__dirname, '../../..'), expect.getState().testPath ?? '');
let drawn = 0;

/** The next bytes of the file's own sequence. */
function bytes(size: number): Buffer {
  const blocks = Array.from({ length: Math.ceil(size / 32) }, () =>
    nodeCrypto
      .createHash('sha256')
      .update(`${String(jest.getSeed())} ${file} ${String((drawn += 1))}`)
      .digest(),
  );
  return Buffer.concat(blocks).subarray(0, size);
}

/** The bytes before the 32 secret bytes in a PKCS #8 file (RFC 8410, section 7). */
const ED25519 = Buffer.from('302e020100300506032b657004220420', 'hex');
function ed25519() {
  const key = Buffer.concat([ED25519, bytes(32)]);
  const privateKey = nodeCrypto.createPrivateKey({ key, format: 'der', type: 'pkcs8' });
  return { privateKey, publicKey: nodeCrypto.createPublicKey(privateKey) };
}

const { randomBytes, generateKeyPairSync } = nodeCrypto;
Object.assign(nodeCrypto, {
  randomBytes: (size: number, done?: (error: null, value: Buffer) => void) => {
    if (!done) return bytes(size);
    process.nextTick(done, null, bytes(size));
  },
  generateKeyPairSync: (...args: Parameters<typeof generateKeyPairSync>) =>
    args.length === 1 && (args[0] as string) === 'ed25519' ? ed25519() : generateKeyPairSync(...args),
});
Math.random = () => bytes(6).readUIntBE(0, 6) / 2 ** 48;
// Node's modules outlive a test file, so they are restored.
afterAll(() => {
  Object.assign(nodeCrypto, { randomBytes, generateKeyPairSync });
});
