import type { IncomingHttpHeaders } from 'node:http';
import {
  isGranted,
  LONGEST_PREVIEW,
  PREVIEW_PATH,
  readPreviewToken,
  type PreviewGrant,
} from '@vidlunnia/remote-kit/release';
import type { Site } from '../open-site';
import { NoticeError } from '../plugins/errors';

/** A browser has the tokens of its preview in this cookie, one for each remote. */
const COOKIE = /(?:^|;\s*)preview=([^;]+)/;
const SEPARATOR = '~';
/** Tokens in a cookie: browsers keep 4 KB, and each token has at most 140 bytes. */
const MOST = 8;
/** Seconds by which the clock of a team's machine may be ahead. */
const CLOCKS = 120;

const attributes = 'Path=/; HttpOnly; SameSite=Lax';
/** Value of `Set-Cookie` that ends a preview. */
export const NO_PREVIEW = `preview=; ${attributes}; Max-Age=0`;

/** A verified token. */
export interface Granted extends PreviewGrant {
  readonly token: string;
}

export interface Verifying {
  readonly site: Pick<Site, 'team'>;
  /** Public origin of the site. */
  readonly siteUrl: string;
}

const nowInSeconds = () => Date.now() / 1000;

/** Whether a request is from a browser in a preview. Not verified. */
export const hasPreview = ({ cookie = '' }: IncomingHttpHeaders): boolean => COOKIE.test(cookie);

const WORDS = {
  expired: 'Час цього показу минув.',
  foreign: 'Посилання змінене, з іншого сайту або підписане ключем, якому ми вже не довіряємо.',
  gone: 'Частини сайту, яку воно показує, на сайті вже немає.',
};

/** The refusal also ends the browser's preview: the next page is the live one. */
const refusal = (reason: keyof typeof WORDS): NoticeError =>
  new NoticeError(
    403,
    [
      'Посилання на показ не діє',
      `${WORDS[reason]} Попросіть нове в\u00a0того, хто його надіслав. Сайт, який бачать усі,\u00a0— на\u00a0головній.`,
    ],
    { 'Set-Cookie': NO_PREVIEW },
  );

/** Verifies a token. Throws a `NoticeError` for visitors. */
export function grantOf(token: string, { site, siteUrl }: Verifying): Granted {
  const claim = readPreviewToken(token);
  if (!claim) throw refusal('foreign');
  const { remote, version, until } = claim;
  const team = site.team(remote);
  if (!team) throw refusal('gone');
  const isTooLong = until > nowInSeconds() + LONGEST_PREVIEW + CLOCKS;
  if (isTooLong || !isGranted(claim, siteUrl, team.publicKeys)) throw refusal('foreign');
  if (until <= nowInSeconds()) throw refusal('expired');
  return { remote, version, until, token };
}

/**
 * The grants of a browser's preview that have not expired; none without a preview. Throws a `NoticeError` when a token
 * is not valid, or all have expired.
 */
export function grantsOf({ cookie = '' }: IncomingHttpHeaders, verifying: Verifying): readonly Granted[] {
  const tokens = COOKIE.exec(cookie)?.[1]?.split(SEPARATOR).slice(0, MOST) ?? [];
  const current = tokens.filter((token) => (readPreviewToken(token)?.until ?? Infinity) > nowInSeconds());
  if (tokens.length > 0 && current.length === 0) throw refusal('expired');
  return current.map((token) => grantOf(token, verifying));
}

/** Value of `Set-Cookie` for a preview with these grants. */
export function cookieOf(grants: readonly Granted[], isSecure: boolean): string {
  const tokens = grants.slice(-MOST).map(({ token }) => token);
  const end = Math.max(...grants.map(({ until }) => until));
  const seconds = Math.max(0, Math.floor(end - nowInSeconds()));
  const cookie = `preview=${tokens.join(SEPARATOR)}; ${attributes}; Max-Age=${String(seconds)}`;
  return isSecure ? `${cookie}; Secure` : cookie;
}

/** Where the button of the band ends a preview. */
export const PREVIEW_END_PATH = `${PREVIEW_PATH}/end`;
