import type { FastifyReply, FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import { TRIAL_HEADER } from '@vidlunnia/operating';
import { PREVIEW_PATH } from '@vidlunnia/releases/preview-token';
import type { Site } from '../open-site';
import { NoticeError } from '../plugins/errors';
import { createPageResponder, type ResponderOptions, type RespondToPage } from '../routes/pages';
import type { Live } from '../releases/live-set';
import { ReleaseRejected } from '../releases/rejections';
import { band, END_FORM } from './band';
import { cookieOf, endOf, grantsOf, NO_PREVIEW, PREVIEW_END_PATH, tokensIn } from './preview-cookie';
import { createPreviewSets } from './preview-sets';

/** Responds with the pages of a preview. */
interface Preview extends RespondToPage {
  readonly live: Live;
}

declare module 'fastify' {
  interface FastifyInstance {
    /**
     * The preview that a browser has opened, if any.
     * @throws NoticeError when it may not be seen, or cannot be shown
     */
    readonly previewOf: (request: FastifyRequest) => Promise<Preview | null>;
  }
  interface FastifyRequest {
    /**
     * Headers that mark what is sent to the API as a trial, in a preview.
     * @throws NoticeError when the preview may not be seen
     */
    readonly trial: Readonly<Record<string, string>>;
  }
}

interface Options {
  readonly site: Site;
  /** Public origin of the site. */
  readonly siteUrl: string;
  /** Maximum number of release sets for previews. */
  readonly most: number;
  /** What the documents of previews are made of. */
  readonly document: Omit<ResponderOptions, 'live' | 'cache'>;
}

/** Per address. */
const LIMITS = { rateLimit: { max: 60, timeWindow: 60_000 } };

/** Releases that are not live yet, for browsers that were given a team's signed link. */
export const previews = fp<Options>((app, { site, siteUrl, most, document }, done) => {
  const verifying = { site, siteUrl };
  const sets = createPreviewSets({ site, most, log: app.log });
  app.addHook('onClose', (_, next) => {
    sets.stop();
    next();
  });

  app.decorate('previewOf', async (request) => {
    const tokens = tokensIn(request.headers);
    if (tokens.length === 0) return null;
    // Before anything is verified.
    await app.allowRender(request);
    const grants = grantsOf(tokens, verifying);
    const versions = Object.fromEntries(grants.map(({ remote, version }) => [remote, version]));
    const live = await sets.get(versions).catch((error: unknown) => {
      throw error instanceof ReleaseRejected ? failure(error) : error;
    });
    const banner = band(live.releases, grants);
    const respond = createPageResponder({ ...document, live: () => live, cache: null, banner });
    return Object.assign((asked: Parameters<RespondToPage>[0]) => respond(asked), { live });
  });
  app.decorateRequest('trial', {
    getter(this: FastifyRequest) {
      const grants = this.method === 'POST' ? grantsOf(tokensIn(this.headers), verifying) : [];
      return grants.length > 0 ? { [TRIAL_HEADER]: String(endOf(grants)) } : {};
    },
  });

  const redirect = (reply: FastifyReply, cookie: string) =>
    reply.headers({ 'Set-Cookie': cookie, 'Cache-Control': 'no-store' }).redirect('/', 303);
  app.get<{ Querystring: { readonly token?: unknown } }>(
    PREVIEW_PATH,
    { config: LIMITS },
    ({ query, headers, protocol }, reply) => {
      const token = String(query.token);
      // Check the new token alone: valid ones in the cookie would hide a bad one.
      grantsOf([token], verifying);
      const grants = grantsOf([...tokensIn(headers), token], verifying);
      return redirect(reply, cookieOf(grants, protocol === 'https'));
    },
  );
  app.get(PREVIEW_END_PATH, (_, reply) => redirect(reply, NO_PREVIEW));
  done();
});

/** A candidate that cannot be shown, for people with a valid token only. Not 502 to 504: the gateway would repeat it. */
const failure = ({ step, reason }: ReleaseRejected) =>
  new NoticeError(409, [
    'Цей випуск показати не вдалося',
    `Його відхилено на кроці ${step}: ${reason}`,
    END_FORM,
  ]);
