import {
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  sign,
  verify,
  type KeyObject,
} from 'node:crypto';

export interface KeyPair {
  /** PKCS #8 in PEM: the team keeps it secret. */
  readonly privateKey: string;
  /** For the shell's configuration. */
  readonly publicKey: string;
}

/** Makes an Ed25519 key (RFC 8032). */
export function makeKeyPair(): KeyPair {
  const privateKey = generateKeyPairSync('ed25519')
    .privateKey.export({ type: 'pkcs8', format: 'pem' })
    .toString();
  return { privateKey, publicKey: publicKeyOf(privateKey) };
}

/** The public half of a private key in PEM. Throws when it is not an Ed25519 key. */
export function publicKeyOf(privateKey: string): string {
  const key = createPrivateKey(privateKey);
  if (key.asymmetricKeyType !== 'ed25519')
    throw new Error(`it is a key of type ${String(key.asymmetricKeyType)}`);
  const { x } = createPublicKey(key).export({ format: 'jwk' });
  if (x === undefined) throw new Error('it has no public half');
  return x;
}

/** Signs the bytes of a `release.json`; returns the content of `release.json.sig`. */
export const signManifest = (bytes: Uint8Array, privateKey: string): string =>
  `${sign(null, bytes, createPrivateKey(privateKey)).toString('base64')}\n`;

/** Whether one of these keys made this signature of these bytes. */
export function isSignedBy(publicKeys: readonly string[], bytes: Uint8Array, signature: string): boolean {
  const signed = Buffer.from(signature.trim(), 'base64');
  return publicKeys.some((key) => verify(null, bytes, importKey(key), signed));
}

const importKey = (x: string): KeyObject =>
  createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' });
