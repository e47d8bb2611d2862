import type { FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import { TRIAL_HEADER } from '@vidlunnia/operating';
import { PREVIEW_PATH } from '@vidlunnia/remote-kit/release';
import type { Site } from '../open-site';
import { createPageResponder, type PageResponderOptions, type RespondToPage } from '../pages/page-responder';
import { NoticeError } from '../plugins/errors';
import type { Live } from '../releases/live-site';
import { ReleaseRejected } from '../releases/rejections';
import { band, END_FORM } from './band';
import { cookieOf, grantOf, grantsOf, hasPreview, NO_PREVIEW, PREVIEW_END_PATH } from './preview-cookie';
import { PreviewSets } from './preview-sets';

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
  readonly document: Omit<PageResponderOptions, 'live' | 'cache'>;
}

/** Per address. */
const LIMITS = { rateLimit: { max: 60, timeWindow: 60_000 } };

/** Releases that are not live yet, for browsers that were given a team's signed link. */
export const previews = fp<Options>((app, { site, siteUrl, most, document }, done) => {
  const verifying = { site, siteUrl };
  const sets = new PreviewSets({ site, most, log: app.log });
  app.addHook('onClose', (_, next) => {
    sets.stop();
    next();
  });

  app.decorate('previewOf', async (request) => {
    if (!hasPreview(request.headers)) return null;
    // Before anything is verified.
    await app.allowRender(request);
    const grants = grantsOf(request.headers, verifying);
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
      const grants = this.method === 'POST' ? grantsOf(this.headers, verifying) : [];
      const end = Math.max(...grants.map(({ until }) => until));
      return grants.length > 0 ? { [TRIAL_HEADER]: String(end) } : {};
    },
  });

  app.get<{ Querystring: { readonly token?: unknown } }>(
    PREVIEW_PATH,
    { config: LIMITS },
    ({ query, headers, protocol }, reply) => {
      const granted = grantOf(String(query.token), verifying);
      const others = knownGrants(headers).filter(({ remote }) => remote !== granted.remote);
      return reply
        .headers({
          'Set-Cookie': cookieOf([...others, granted], protocol === 'https'),
          'Cache-Control': 'no-store',
        })
        .redirect('/', 303);
    },
  );
  app.get(PREVIEW_END_PATH, (_, reply) =>
    reply.headers({ 'Set-Cookie': NO_PREVIEW, 'Cache-Control': 'no-store' }).redirect('/', 303),
  );

  /** A new link replaces a preview that is no longer valid. */
  function knownGrants(headers: FastifyRequest['headers']) {
    try {
      return grantsOf(headers, verifying);
    } catch {
      return [];
    }
  }
  done();
});

/** A candidate that cannot be shown, for people with a valid token only. Not 502 to 504: the gateway would repeat it. */
const failure = ({ step, reason }: ReleaseRejected) =>
  new NoticeError(409, [
    'Цей випуск показати не вдалося',
    `Його відхилено на кроці ${step}: ${reason}`,
    END_FORM,
  ]);
