import { createPrivateKey, sign } from 'node:crypto';
import { isSignedBy } from './signature';

/** Where a shell opens a preview, with `?token=…`. */
export const PREVIEW_PATH = '/-/preview';

/** For which a token is valid at most. */
export const LONGEST_PREVIEW_SECONDS = 14 * 86_400;

/** Permission to see one release of a remote before it is live. */
export interface PreviewGrant {
  readonly remote: string;
  readonly version: string;
  /** Seconds since 1970. */
  readonly until: number;
}

/**
 * Remote, version, end and signature. 64 bytes leave four bits of the last character unused; they are zero, so that a
 * token has only one spelling.
 */
const TOKEN = /^([a-z][a-z0-9]{1,29})\.([0-9a-f]{12})\.(\d{10})\.([\w-]{85}[AQgw])$/;

/** No manifest begins like this: a signature of one is never a signature of the other. */
const signedText = (site: string, { remote, version, until }: PreviewGrant) =>
  Buffer.from(['vidlunnia-preview', site, remote, version, String(until)].join('\n'));

/** A token for the site with this origin: whoever has it may see the release there. */
export function makePreviewToken(site: string, grant: PreviewGrant, privateKey: string): string {
  const signature = sign(null, signedText(site, grant), createPrivateKey(privateKey));
  return [grant.remote, grant.version, grant.until, signature.toString('base64url')].join('.');
}

/**
 * What a token grants; `null` when it is none, or when none of its team's keys granted it for the site with this origin.
 * Also of a token that has expired.
 */
export function readPreviewToken(
  token: string,
  site: string,
  keysOf: (remote: string) => readonly string[],
): PreviewGrant | null {
  const [, remote, version, until, signature] = TOKEN.exec(token) ?? [];
  if (!remote || !version || !until || !signature) return null;
  const grant = { remote, version, until: Number(until) };
  return isSignedBy(keysOf(remote), signedText(site, grant), signature) ? grant : null;
}
