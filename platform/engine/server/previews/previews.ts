import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import { CONTENT_HEADER, TRIAL_HEADER } from '@vidlunnia/operating';
import {
  CONTENT_GRANT,
  LONGEST_PREVIEW_SECONDS,
  PREVIEW_PATH,
  readPreviewToken,
  type PreviewGrant,
} from '@vidlunnia/releases/signature';
import type { PreviewItem, PreviewTexts } from '../../site';
import { NoticeError } from '../plugins/errors';
import { REQUEST_LIMIT } from '../plugins/security';
import type { Shown } from '../routes/pages';
import type { Live } from '../releases/live-set';
import { ReleaseRejected } from '@vidlunnia/releases/verify';
import { createTemporarySets } from './temporary-sets';

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

declare module 'fastify' {
  interface FastifyInstance {
    /**
     * The preview that a browser has opened, if any.
     * @throws NoticeError when the preview is not allowed or cannot be rendered
     */
    readonly previewOf?: (request: FastifyRequest) => Promise<Shown | null>;
  }
  interface FastifyRequest {
    /**
     * `versions`: by remote. `headers`: for API requests; they select the draft, and keep forms from being stored.
     * @throws NoticeError when the preview is not allowed
     */
    readonly preview?: Readonly<Record<'versions' | 'headers', Readonly<Record<string, string>>>>;
  }
}

interface Options {
  /** Maximum number of release sets for previews. */
  readonly maxSets: number;
  readonly texts: PreviewTexts;
  /** The remote whose team's key signs links to drafts of the content. */
  readonly contentSigner: string;
}

/** Shows candidates and drafts of the content to browsers that opened a team's signed link. */
export const previews = fp<Options>((app, { maxSets, texts, contentSigner }, done) => {
  const { engine, pageParts } = app;
  const { site, siteUrl } = pageParts;
  const endForm = texts.endForm(END_PATH);
  const keysOf = (remote: string) =>
    engine.team(remote === CONTENT_GRANT ? contentSigner : remote)?.publicKeys ?? [];
  /**
   * The valid grants of these tokens, the last one for each remote. Throws a `NoticeError` without a reason when no token
   * is valid, because an invalid token's contents are untrusted.
   */
  const grantsOf = (tokens: readonly string[]): readonly Granted[] => {
    const valid = tokens.flatMap((token) => {
      const grant = readPreviewToken(token, siteUrl, keysOf);
      return grant && secondsUntil(grant.until) <= LONGEST_PREVIEW_SECONDS + CLOCK_SKEW_SECONDS
        ? [{ ...grant, token }]
        : [];
    });
    const current = valid.filter(({ until }) => secondsUntil(until) > 0);
    if (tokens.length > 0 && current.length === 0)
      // Also ends the browser's preview, so the next page is the live one.
      throw new NoticeError(403, texts.refused(valid.length > 0 ? 'late' : 'invalid'), {
        'Set-Cookie': NO_PREVIEW,
      });
    return [...new Map(current.map((grant) => [grant.remote, grant])).values()];
  };
  const sets = createTemporarySets({ engine, maxSets, log: app.log });
  app.addHook('onClose', (_, next) => {
    sets.stop();
    next();
  });

  app.decorate('previewOf', async (request) => {
    const tokens = tokensIn(request.headers);
    if (tokens.length === 0) return null;
    // Before any verification.
    await app.allowRender(request);
    const grants = grantsOf(tokens);
    const live = await sets.get(versionsOf(grants)).catch((error: unknown) => {
      if (!(error instanceof ReleaseRejected)) throw error;
      // Only for people with a valid token. Not 502 to 504, because the gateway would retry those.
      throw new NoticeError(409, texts.failed(error.step, error.reason, endForm));
    });
    const items = grants.map((grant) => itemOf(live.releases, grant));
    return { live, banner: texts.banner(items, endForm) };
  });
  app.decorateRequest('preview', {
    getter(this: FastifyRequest) {
      const grants = grantsOf(tokensIn(this.headers));
      const versions = versionsOf(grants);
      const { [CONTENT_GRANT]: draft } = versions;
      const isTrial = this.method === 'POST' && grants.length > 0;
      const headers = {
        ...(isTrial && { [TRIAL_HEADER]: String(endOf(grants)) }),
        ...(draft && { [CONTENT_HEADER]: draft }),
      };
      return { versions, headers };
    },
  });

  const redirect = (reply: FastifyReply, cookie: string, page?: unknown) =>
    reply
      .headers({ 'Set-Cookie': cookie, 'Cache-Control': 'no-store' })
      .redirect(typeof page === 'string' ? site.addressOf(site.pageAt(page)) : '/', 303);
  app.get<{ Querystring: { readonly token?: unknown; readonly page?: unknown } }>(
    PREVIEW_PATH,
    { config: REQUEST_LIMIT },
    ({ query, headers, protocol }, reply) => {
      const token = String(query.token);
      // Check the new token alone: valid ones in the cookie would hide a bad one.
      grantsOf([token]);
      const grants = grantsOf([...tokensIn(headers), token]);
      // The browser may have kept the API's live answers.
      if (token.startsWith(CONTENT_GRANT)) void reply.header('Clear-Site-Data', '"cache"');
      return redirect(reply, cookieOf(grants, protocol === 'https'), query.page);
    },
  );
  app.get(END_PATH, (_, reply) => redirect(reply, NO_PREVIEW));
  done();
});

function itemOf(releases: Live['releases'], { remote, version, until }: PreviewGrant): PreviewItem {
  const { commit = null, provenance } = releases[remote] ?? {};
  const name = remote === CONTENT_GRANT ? null : remote;
  return { name, version, until: until * 1000, commit, provenance: provenance ?? null };
}

/** The unverified tokens of a browser's preview. */
const tokensIn = ({ cookie = '' }: IncomingHttpHeaders): readonly string[] =>
  COOKIE.exec(cookie)?.[1]?.split(SEPARATOR).slice(-MAX_TOKENS) ?? [];

/** Whether a request has tokens of a preview; they are not verified. */
export const hasPreview = (headers: IncomingHttpHeaders): boolean => tokensIn(headers).length > 0;

/** A verified token. */
interface Granted extends PreviewGrant {
  readonly token: string;
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
