import {
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  sign,
  verify,
  type KeyObject,
} from 'node:crypto';
import type { Pointer, ReleaseManifest } from './release';

/** SHA-384 in base64, as `integrity` attributes have it after `sha384-`. */
export const sha384Of = (bytes: Uint8Array): string => createHash('sha384').update(bytes).digest('base64');

/** A file's entry in a manifest. */
export const fileFacts = (bytes: Uint8Array): ReleaseManifest['files'][string] => ({
  size: bytes.length,
  sha384: sha384Of(bytes),
});

export interface KeyPair {
  /** PKCS #8 in PEM; the team keeps it secret. */
  readonly privateKey: string;
  /** For the host's configuration. */
  readonly publicKey: string;
}

/** Makes an Ed25519 key (RFC 8032). */
export function makeKeyPair(): KeyPair {
  const privateKey = generateKeyPairSync('ed25519')
    .privateKey.export({ type: 'pkcs8', format: 'pem' })
    .toString();
  return { privateKey, publicKey: publicKeyOf(privateKey) };
}

/** The public half of a private key in PEM. Throws for other keys than Ed25519. */
export function publicKeyOf(privateKey: string): string {
  const key = createPrivateKey(privateKey);
  if (key.asymmetricKeyType !== 'ed25519')
    throw new Error(`it is a key of type ${String(key.asymmetricKeyType)}`);
  const { x } = createPublicKey(key).export({ format: 'jwk' });
  if (x === undefined) throw new Error('it has no public half');
  return x;
}

/** Signs the bytes of a `release.json`. Returns the content of `release.json.sig`. */
export const signManifest = (bytes: Uint8Array, privateKey: string): string =>
  `${sign(null, bytes, createPrivateKey(privateKey)).toString('base64')}\n`;

/** Whether one of these keys made this signature of these bytes. */
export function isSignedBy(publicKeys: readonly string[], bytes: Uint8Array, signature: string): boolean {
  const signed = Buffer.from(signature, 'base64');
  return publicKeys.some((key) => verify(null, bytes, importKey(key), signed));
}

const importKey = (x: string): KeyObject =>
  createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' });

/** No manifest or token begins like this. */
const pointerText = (remote: string, { version, previous, rollout, at }: Omit<Pointer, 'signature'>) =>
  Buffer.from(
    [
      'vidlunnia-pointer',
      remote,
      at,
      version,
      previous,
      rollout?.percent,
      rollout?.seconds,
      rollout?.visitors,
    ].join('\n'),
  );

/** Signs a pointer of a remote with its team's key. */
export const signPointer = (
  remote: string,
  pointer: Omit<Pointer, 'signature'>,
  privateKey: string,
): Pointer => ({ ...pointer, signature: signManifest(pointerText(remote, pointer), privateKey).trim() });

/** Whether one of these keys signed this pointer of a remote. */
export const isPointerSignedBy = (publicKeys: readonly string[], remote: string, pointer: Pointer): boolean =>
  isSignedBy(publicKeys, pointerText(remote, pointer), pointer.signature);

/** A shell opens a preview here, with `?token=…`. */
export const PREVIEW_PATH = '/-/preview';

/** Maximum validity of a token. */
export const LONGEST_PREVIEW_SECONDS = 14 * 86_400;

/** Name of a grant for a version of the content; no remote can have this name. */
export const CONTENT_GRANT = 'content';

/** Permission to view one release of a remote, or one version of the content, before it is live. */
export interface PreviewGrant {
  /** The remote, or `CONTENT_GRANT`. */
  readonly remote: string;
  readonly version: string;
  /** Seconds since 1970. */
  readonly until: number;
}

/**
 * Remote, version, end and signature. The signature's 64 bytes leave four bits of the last character unused. These must
 * be zero, so that a token has only one spelling.
 */
const TOKEN = /^([a-z][a-z0-9]{1,29})\.([0-9a-f]{12})\.(\d{10})\.([\w-]{85}[AQgw])$/;

/** No manifest begins like this, so a manifest's signature is never valid for a token. */
const signedText = (site: string, { remote, version, until }: PreviewGrant) =>
  Buffer.from(['vidlunnia-preview', site, remote, version, String(until)].join('\n'));

/** Makes a token for the site with this origin. Everybody with the token can view the release there. */
export function makePreviewToken(site: string, grant: PreviewGrant, privateKey: string): string {
  const signature = sign(null, signedText(site, grant), createPrivateKey(privateKey));
  return [grant.remote, grant.version, grant.until, signature.toString('base64url')].join('.');
}

/** The link that opens a preview on the site with this origin. */
export const previewLink = (site: string, grant: PreviewGrant, privateKey: string): string =>
  `${site}${PREVIEW_PATH}?token=${makePreviewToken(site, grant, privateKey)}`;

/**
 * Returns a token's grant, even if it has expired. Returns `null` if the token is malformed, or not signed by the team
 * for the site with this origin.
 */
export function readPreviewToken(
  token: string,
  site: string,
  keysOf: (remote: string) => readonly string[],
): PreviewGrant | null {
  const [, remote, version, until, signature] = TOKEN.exec(token) ?? [];
  // Stryker disable next-line all: the groups match together or not at all.
  if (!remote || !version || !until || !signature) return null;
  const grant = { remote, version, until: Number(until) };
  return isSignedBy(keysOf(remote), signedText(site, grant), signature) ? grant : null;
}
