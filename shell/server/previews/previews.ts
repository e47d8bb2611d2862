import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import { CONTENT_HEADER, TRIAL_HEADER } from '@vidlunnia/operating';
import {
  CONTENT_GRANT,
  CONTENT_SIGNER,
  LONGEST_PREVIEW_SECONDS,
  PREVIEW_PATH,
  readPreviewToken,
  type PreviewGrant,
} from '@vidlunnia/releases/signature';
import { addressOf, pageAt } from '../../src/pages/pages';
import type { PageRequest } from '../../src/pages/rendered-page';
import type { Site } from '../open-site';
import { escaped } from '../pages/document';
import { NoticeError } from '../plugins/errors';
import { createPageResponder, type ResponderOptions, type SetResponder } from '../routes/pages';
import type { Live } from '../releases/live-set';
import { ReleaseRejected } from '../releases/verify';
import { createPreviewSets } from './preview-sets';

/** A browser has the tokens of its preview in this cookie, one for each remote. */
const COOKIE = /(?:^|;\s*)preview=([^;]+)/;
const SEPARATOR = '~';
/** Tokens in a cookie: browsers keep 4 KB, and each token has at most 141 bytes. */
const MAX_TOKENS = 8;
/** How far ahead the clock of a team's machine may be. */
const CLOCK_SKEW_SECONDS = 120;

const COOKIE_ATTRIBUTES = 'Path=/; HttpOnly; SameSite=Lax';
/** Value of `Set-Cookie` that ends a preview. */
const NO_PREVIEW = `preview=; ${COOKIE_ATTRIBUTES}; Max-Age=0`;

/** Address to which the banner's button posts to end a preview, without scripts. */
const END_PATH = `${PREVIEW_PATH}/end`;
const END_FORM = `<form action="${END_PATH}"><button>Завершити показ</button></form>`;

declare module 'fastify' {
  interface FastifyInstance {
    /**
     * The preview that a browser has opened, if any.
     * @throws NoticeError when the preview is not allowed or cannot be rendered
     */
    readonly previewOf: (request: FastifyRequest) => Promise<SetResponder | null>;
  }
  interface FastifyRequest {
    /**
     * Headers for the API: return the preview's draft, and store no forms.
     * @throws NoticeError when the preview is not allowed
     */
    readonly previewHeaders: Readonly<Record<string, string>>;
    /**
     * The versions in the preview, by remote.
     * @throws NoticeError when the preview is not allowed
     */
    readonly previewVersions: Readonly<Record<string, string>>;
  }
}

interface Options {
  readonly site: Site;
  /** Public origin of the site. */
  readonly siteUrl: string;
  /** Maximum number of release sets for previews. */
  readonly maxSets: number;
  /** Parts of the previews' documents. */
  readonly document: Omit<ResponderOptions, 'live' | 'cache'>;
}

/** Per address. */
const LIMITS = { rateLimit: { max: 60, timeWindow: 60_000 } };

/** Shows candidates and drafts of the content to browsers that opened a team's signed link. */
export const previews = fp<Options>((app, { site, siteUrl, maxSets, document }, done) => {
  const verifying = { site, siteUrl };
  const sets = createPreviewSets({ site, maxSets, log: app.log });
  app.addHook('onClose', (_, next) => {
    sets.stop();
    next();
  });

  app.decorate('previewOf', async (request) => {
    const tokens = tokensIn(request.headers);
    if (tokens.length === 0) return null;
    // Before any verification.
    await app.allowRender(request);
    const grants = grantsOf(tokens, verifying);
    const live = await sets.get(versionsOf(grants)).catch((error: unknown) => {
      throw error instanceof ReleaseRejected ? failure(error) : error;
    });
    const banner = bannerOf(live.releases, grants);
    const respond = createPageResponder({ ...document, live: () => live, cache: null, banner });
    // The visitor's allowance is counted above.
    return Object.assign((request: PageRequest) => respond(request), { live });
  });
  app.decorateRequest('previewVersions', {
    getter(this: FastifyRequest) {
      return versionsOf(grantsOf(tokensIn(this.headers), verifying));
    },
  });
  app.decorateRequest('previewHeaders', {
    getter(this: FastifyRequest) {
      const grants = grantsOf(tokensIn(this.headers), verifying);
      const draft = grants.find(({ remote }) => remote === CONTENT_GRANT);
      return {
        ...(this.method === 'POST' && grants.length > 0 && { [TRIAL_HEADER]: String(endOf(grants)) }),
        ...(draft && { [CONTENT_HEADER]: draft.version }),
      };
    },
  });

  const redirect = (reply: FastifyReply, cookie: string, page?: unknown) =>
    reply
      .headers({ 'Set-Cookie': cookie, 'Cache-Control': 'no-store' })
      .redirect(typeof page === 'string' ? addressOf(pageAt(page)) : '/', 303);
  app.get<{ Querystring: { readonly token?: unknown; readonly page?: unknown } }>(
    PREVIEW_PATH,
    { config: LIMITS },
    ({ query, headers, protocol }, reply) => {
      const token = String(query.token);
      // Check the new token alone: valid ones in the cookie would hide a bad one.
      grantsOf([token], verifying);
      const grants = grantsOf([...tokensIn(headers), token], verifying);
      // The browser may have kept the API's live answers.
      if (token.startsWith(CONTENT_GRANT)) void reply.header('Clear-Site-Data', '"cache"');
      return redirect(reply, cookieOf(grants, protocol === 'https'), query.page);
    },
  );
  app.get(END_PATH, (_, reply) => redirect(reply, NO_PREVIEW));
  done();
});

/** A failed candidate, only for people with a valid token. Not 502 to 504, because the gateway would retry those. */
const failure = ({ step, reason }: ReleaseRejected) =>
  new NoticeError(409, ['Показати це не вдалося', `Відхилено на кроці ${step}: ${reason}`, END_FORM]);

/** The unverified tokens of a browser's preview. */
const tokensIn = ({ cookie = '' }: IncomingHttpHeaders): readonly string[] =>
  COOKIE.exec(cookie)?.[1]?.split(SEPARATOR).slice(-MAX_TOKENS) ?? [];

/** Whether a request has tokens of a preview; they are not verified. */
export const hasPreview = (headers: IncomingHttpHeaders): boolean => tokensIn(headers).length > 0;

/** A verified token. */
interface Granted extends PreviewGrant {
  readonly token: string;
}

interface Verifying {
  readonly site: Pick<Site, 'team'>;
  /** Public origin of the site. */
  readonly siteUrl: string;
}

/**
 * The valid grants of these tokens, the last one for each remote. Throws a `NoticeError` without a reason when no token
 * is valid, because an invalid token's contents are untrusted.
 */
function grantsOf(tokens: readonly string[], { site, siteUrl }: Verifying): readonly Granted[] {
  const valid = tokens.flatMap((token) => {
    const keysOf = (remote: string) =>
      site.team(remote === CONTENT_GRANT ? CONTENT_SIGNER : remote)?.publicKeys ?? [];
    const grant = readPreviewToken(token, siteUrl, keysOf);
    return grant && secondsUntil(grant.until) <= LONGEST_PREVIEW_SECONDS + CLOCK_SKEW_SECONDS
      ? [{ ...grant, token }]
      : [];
  });
  const current = valid.filter(({ until }) => secondsUntil(until) > 0);
  if (tokens.length > 0 && current.length === 0)
    throw refusal(
      valid.length > 0
        ? 'Час цього показу минув.'
        : 'Посилання змінене, з\u00a0іншого сайту, підписане ключем, якому ми вже не довіряємо, або показує те, чого на\u00a0сайті вже немає.',
    );
  return [...new Map(current.map((grant) => [grant.remote, grant])).values()];
}

const versionsOf = (grants: readonly PreviewGrant[]): Readonly<Record<string, string>> =>
  Object.fromEntries(grants.map(({ remote, version }) => [remote, version]));

/** The end of the last grant, in seconds since 1970. */
const endOf = (grants: readonly PreviewGrant[]): number => Math.max(...grants.map(({ until }) => until));

/** Value of `Set-Cookie` for a preview with these grants. */
function cookieOf(grants: readonly Granted[], isSecure: boolean): string {
  const tokens = grants.map(({ token }) => token).join(SEPARATOR);
  const seconds = Math.max(0, Math.floor(secondsUntil(endOf(grants))));
  return `preview=${tokens}; ${COOKIE_ATTRIBUTES}; Max-Age=${String(seconds)}${isSecure ? '; Secure' : ''}`;
}

const secondsUntil = (time: number) => time - Date.now() / 1000;

/** A refusal that also ends the browser's preview, so the next page is the live one. */
const refusal = (reason: string): NoticeError =>
  new NoticeError(
    403,
    [
      'Посилання на показ не діє',
      `${reason} Попросіть нове в\u00a0того, хто його надіслав. Сайт, який бачать усі,\u00a0— на\u00a0головній.`,
    ],
    { 'Set-Cookie': NO_PREVIEW },
  );

const CSS = `@layer pages{
#preview{display:flex;flex-wrap:wrap;align-items:center;justify-content:space-between;gap:var(--s-2) var(--s-5);padding:var(--s-3) max(var(--margin),(100% - 80rem)/2);background:var(--lilac-ground);color:var(--lilac-ink);font-size:var(--t-s);line-height:1.5}
#preview div{display:grid;flex:1 1 20rem;gap:var(--s-1)}
#preview button{min-block-size:2.75rem;padding:0.5rem 1.25rem;border:2px solid currentColor;border-radius:var(--r-pill);background:none;font-weight:600;cursor:pointer}
#preview :focus-visible{outline-color:var(--lilac-mark);border-radius:var(--r-pill)}
}
@media print{#preview{display:none}}`.replaceAll('\n', '');

const instant = new Intl.DateTimeFormat('uk-UA', {
  dateStyle: 'long',
  timeStyle: 'short',
  timeZone: 'Europe/Kyiv',
});

/** The banner above every page of a preview: what is shown, from which commit, until when, and how to end it. */
function bannerOf(
  releases: Live['releases'],
  grants: readonly Granted[],
): { readonly html: string; readonly css: string } {
  const items = grants.map(({ remote, version, until }) => {
    const { commit = null, provenance } = releases[remote] ?? {};
    const end = instant.format(until * 1000).replaceAll(/(?<=\d) /g, '\u00a0');
    const name = remote === CONTENT_GRANT ? 'чернетка змісту' : remote;
    const parts = [`${name}\u00a0${version} до\u00a0${end}`];
    if (commit !== null) parts.push(`коміт\u00a0${commit.slice(0, 8)}`);
    if (provenance?.difference) parts.push('зі\u00a0змінами після нього');
    return `<li>${escaped(parts.join(', ') + (provenance ? ` «${provenance.subject}»` : ''))}</li>`;
  });
  const html = [
    '<aside id="preview" aria-label="Показ до випуску"><div>',
    '<p><strong>Показ до випуску.</strong> Відвідувачі цього ще не бачать. Доки показ діє, форми звідси до\u00a0нас не\u00a0потрапляють.</p>',
    `<ul>${items.join('')}</ul></div>`,
    `${END_FORM}</aside>`,
  ].join('');
  return { html, css: CSS };
}
