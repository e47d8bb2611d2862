import type { IncomingHttpHeaders } from 'node:http';
import {
  LONGEST_PREVIEW_SECONDS,
  PREVIEW_PATH,
  readPreviewToken,
  type PreviewGrant,
} from '@vidlunnia/releases/signature';
import type { Site } from '../open-site';
import { NoticeError } from '../plugins/errors';

/** A browser has the tokens of its preview in this cookie, one for each remote. */
const COOKIE = /(?:^|;\s*)preview=([^;]+)/;
const SEPARATOR = '~';
/** Tokens in a cookie: browsers keep 4 KB, and each token has at most 140 bytes. */
const MAX_TOKENS = 8;
/** By which the clock of a team's machine may be ahead. */
const CLOCK_SKEW_SECONDS = 120;

const attributes = 'Path=/; HttpOnly; SameSite=Lax';
/** Value of `Set-Cookie` that ends a preview. */
export const NO_PREVIEW = `preview=; ${attributes}; Max-Age=0`;

/** A verified token. */
export interface Granted extends PreviewGrant {
  readonly token: string;
}

interface Verifying {
  readonly site: Pick<Site, 'team'>;
  /** Public origin of the site. */
  readonly siteUrl: string;
}

/** The refusal also ends the browser's preview: the next page is the live one. */
const refusal = (reason: string): NoticeError =>
  new NoticeError(
    403,
    [
      'Посилання на показ не діє',
      `${reason} Попросіть нове в\u00a0того, хто його надіслав. Сайт, який бачать усі,\u00a0— на\u00a0головній.`,
    ],
    { 'Set-Cookie': NO_PREVIEW },
  );

/** The tokens of a browser's preview, not verified. */
export const tokensIn = ({ cookie = '' }: IncomingHttpHeaders): readonly string[] =>
  COOKIE.exec(cookie)?.[1]?.split(SEPARATOR).slice(-MAX_TOKENS) ?? [];

/** Whether a request is from a browser in a preview. Not verified. */
export const hasPreview = (headers: IncomingHttpHeaders): boolean => tokensIn(headers).length > 0;

/**
 * What tokens grant now, the last one of each remote. Throws a `NoticeError` for visitors when none of them is valid,
 * with no reason: an invalid token's contents are untrusted.
 */
export function grantsOf(tokens: readonly string[], { site, siteUrl }: Verifying): readonly Granted[] {
  const valid = tokens.flatMap((token) => {
    const grant = readPreviewToken(token, siteUrl, (remote) => site.team(remote)?.publicKeys ?? []);
    return grant && secondsTo(grant.until) <= LONGEST_PREVIEW_SECONDS + CLOCK_SKEW_SECONDS
      ? [{ ...grant, token }]
      : [];
  });
  const current = valid.filter(({ until }) => secondsTo(until) > 0);
  if (tokens.length > 0 && current.length === 0)
    throw refusal(
      valid.length > 0
        ? 'Час цього показу минув.'
        : 'Посилання змінене, з\u00a0іншого сайту, підписане ключем, якому ми вже не довіряємо, або показує те, чого на\u00a0сайті вже немає.',
    );
  return [...new Map(current.map((grant) => [grant.remote, grant])).values()];
}

/** When the last of these grants ends, in seconds since 1970. */
export const endOf = (grants: readonly PreviewGrant[]): number =>
  Math.max(...grants.map(({ until }) => until));

/** Value of `Set-Cookie` for a preview with these grants. */
export function cookieOf(grants: readonly Granted[], isSecure: boolean): string {
  const tokens = grants.map(({ token }) => token).join(SEPARATOR);
  const seconds = Math.max(0, Math.floor(secondsTo(endOf(grants))));
  return `preview=${tokens}; ${attributes}; Max-Age=${String(seconds)}${isSecure ? '; Secure' : ''}`;
}

const secondsTo = (time: number) => time - Date.now() / 1000;

/** Where the button of the band ends a preview. */
export const PREVIEW_END_PATH = `${PREVIEW_PATH}/end`;
