import nodeCrypto from 'node:crypto';
import path from 'node:path';
import { afterAll, expect, jest } from '@jest/globals';

// Only where there is a document: 170 modules take a twentieth of a second of each file.
if (typeof document !== 'undefined') jest.requireActual('@testing-library/jest-dom/jest-globals');

// Every random value of a test file comes from the run's seed and the file's name, so that `SEED=…` repeats a run,
// whole or in part. The name keeps apart what files draw that run at once. Processes that tests start draw their own.
const file = path.relative(path.join(__dirname, '../..'), expect.getState().testPath ?? '');
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

/** Version 4 (RFC 9562). */
function uuid(): ReturnType<typeof nodeCrypto.randomUUID> {
  const hex = bytes(16).toString('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20)}`;
}

/** What stands before the 32 secret bytes in a PKCS #8 file (RFC 8410, section 7). */
const ED25519 = Buffer.from('302e020100300506032b657004220420', 'hex');
function ed25519() {
  const key = Buffer.concat([ED25519, bytes(32)]);
  const privateKey = nodeCrypto.createPrivateKey({ key, format: 'der', type: 'pkcs8' });
  return { privateKey, publicKey: nodeCrypto.createPublicKey(privateKey) };
}

// Node's modules outlive a test file: they are put back.
const { randomBytes, randomUUID, generateKeyPairSync } = nodeCrypto;
Object.assign(nodeCrypto, {
  randomBytes: (size: number, done?: (error: null, value: Buffer) => void) => {
    if (!done) return bytes(size);
    process.nextTick(done, null, bytes(size));
  },
  randomUUID: uuid,
  generateKeyPairSync: (...args: Parameters<typeof generateKeyPairSync>) =>
    args.length === 1 && (args[0] as string) === 'ed25519' ? ed25519() : generateKeyPairSync(...args),
});
Object.defineProperties(globalThis.crypto, {
  randomUUID: { value: uuid, configurable: true },
  getRandomValues: {
    value: <T extends NodeJS.ArrayBufferView>(array: T): T => {
      new Uint8Array(array.buffer, array.byteOffset, array.byteLength).set(bytes(array.byteLength));
      return array;
    },
    configurable: true,
  },
});
Math.random = () => bytes(6).readUIntBE(0, 6) / 2 ** 48;
afterAll(() => {
  Object.assign(nodeCrypto, { randomBytes, randomUUID, generateKeyPairSync });
  Reflect.deleteProperty(globalThis.crypto, 'randomUUID');
  Reflect.deleteProperty(globalThis.crypto, 'getRandomValues');
});
