import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import helmet from '@fastify/helmet';
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import type { ReactNode } from 'react';
import { promptClose, requestIds, requests } from '@vidlunnia/operating';
import type { Environment } from '../config/environment';
import { isDatabaseUnavailable } from '../database/availability';
import type { Database } from '../database/database';
import type { Channel } from '../database/schema';
import { styleFolders } from '../package-root';
import { logOptions } from '../plugins/logging';
import { securityHeaders } from '../plugins/security-headers';
import { documentOf, Enter, Notice } from './pages/layout';
import { absent, inboxRoutes, queryOf } from './routes';
import { isSame, openSessions, type Session } from './sessions';

declare module 'fastify' {
  interface FastifyRequest {
    /** Who asks, if somebody has entered. */
    person: Session | undefined;
  }
  interface FastifyReply {
    page(status: number, page: ReactNode): FastifyReply;
  }
}

export interface InboxOptions extends Pick<Environment, 'trustProxy' | 'logLevel'> {
  /** Migrated; the caller opens and closes it. */
  readonly database: Database;
  readonly databaseName: string;
  /** Channels on which accepted submissions are delivered. */
  readonly channels: readonly Channel[];
  /** What people enter; without it they need a link. */
  readonly token: string | undefined;
  readonly now?: () => number;
}

/** The fields of a form. */
export type Body = URLSearchParams | undefined;

const STYLES = { 'style-src': ["'self'"], 'font-src': ["'self'"], 'img-src': ['data:'] };

const DONE: Readonly<Record<string, string>> = {
  saved: 'Збережено.',
  accepted: 'Це не спам, тож доставка почалася.',
  retried: 'Надсилаємо ще раз.',
  erased: 'Дані людини стерто.',
};

const USED = 'Це посилання вже використали. Якщо це були не ви, зупиніть вхідні й скажіть розробникові.';
const INVALID = 'Це посилання не діє: воно старше за 15 хвилин, або вхідні відтоді відкрили заново.';

/** The inbox's server, and a function that makes a path that lets one person in once. */
export async function buildInbox(options: InboxOptions) {
  const { token, databaseName, now = Date.now } = options;
  const sessions = openSessions(now);
  const app = fastify({
    ...logOptions(options.logLevel),
    ...requestIds,
    trustProxy: options.trustProxy,
    forceCloseConnections: 'idle',
    // A link must not be used up by a program that only looks at it.
    exposeHeadRoutes: false,
  });
  app.removeAllContentTypeParsers();
  const form = 'application/x-www-form-urlencoded';
  app.addContentTypeParser(form, { parseAs: 'string' }, (_request, body, done) => {
    done(null, new URLSearchParams(String(body)));
  });
  app.decorateRequest('person', undefined);
  app.decorateReply('page', function page(status, page) {
    const done = DONE[queryOf(this.request).get('done') ?? ''];
    const html = documentOf(page, { database: databaseName, session: this.request.person, done });
    return this.code(status).header('cache-control', 'no-store').type('text/html; charset=utf-8').send(html);
  });
  app.setNotFoundHandler((_request, reply) => absent(reply));
  app.setErrorHandler<Error & { statusCode?: number }>((error, request, reply) => {
    const { statusCode = 500 } = error;
    if (isDatabaseUnavailable(error))
      return reply.page(503, <Notice title="База не відповідає" text="Спробуйте ще раз за хвилину." />);
    if (statusCode >= 500) request.log.error({ err: error }, 'request failed');
    return reply.page(statusCode, <Notice title="Не вийшло" text="Поверніться й спробуйте ще раз." />);
  });
  await app.register(promptClose);
  await app.register(requests);
  await app.register(helmet, {
    ...securityHeaders({ ...STYLES, 'form-action': ["'self'"] }),
    // Without a referrer, browsers call the origin of a form `null`.
    referrerPolicy: { policy: 'same-origin' },
  });
  serveStyles(app);

  const askToEnter = (reply: FastifyReply, status: number, text: string) =>
    reply.page(status, <Enter hasToken={token !== undefined} text={text} />);
  const enter = (request: FastifyRequest, reply: FastifyReply) => {
    const { session, cookie } = sessions.begin(request.protocol === 'https');
    reply.header('set-cookie', cookie);
    return session;
  };
  app.get<{ Querystring: { key?: string } }>('/enter', (request, reply) => {
    const outcome = sessions.useKey(String(request.query.key));
    if (outcome !== 'valid') return askToEnter(reply, 403, outcome === 'used' ? USED : INVALID);
    enter(request, reply);
    return reply.redirect('/', 303);
  });
  app.post<{ Body: Body }>('/enter', (request, reply) => {
    if (token === undefined || !isSame(request.body?.get('token') ?? '', token))
      return askToEnter(reply, 403, 'Токен не підходить.');
    enter(request, reply);
    return reply.redirect('/', 303);
  });
  await app.register((inside, _options, done) => {
    inside.addHook<{ Body: Body }>('preHandler', (request, reply, next) => {
      const { method, headers, body, url } = request;
      // A proxy with its own sign-on sends the token, so that people need not know it.
      const isSignedOn = token !== undefined && isSame(headers.authorization ?? '', `Bearer ${token}`);
      request.person = sessions.sessionOf(headers.cookie) ?? (isSignedOn ? enter(request, reply) : undefined);
      const { person } = request;
      const isOurs = () => isFromHere(request) && isSame(body?.get('proof') ?? '', person?.proof ?? '');
      if (person && (method === 'GET' || isOurs())) next();
      else if (person) reply.page(403, <Notice title="Не збережено" text="Оновіть сторінку й повторіть." />);
      // After a link on another site, browsers hold back the cookie until a page of ours loads the address.
      else if (method === 'GET' && headers['sec-fetch-site'] === 'cross-site')
        reply.page(200, <Notice title="Відкриваємо" text="Одну мить." next={url} />);
      else askToEnter(reply, 401, 'Ви не увійшли, або минуло дванадцять годин.');
    });
    inside.post('/leave', (request, reply) => {
      sessions.end(request.headers.cookie);
      return reply.redirect('/', 303);
    });
    inboxRoutes(inside, options);
    done();
  });
  return { app, newLink: () => `/enter?key=${sessions.newKey()}` };
}

/** Whether a page of ours began a request. Browsers name the site at addresses with TLS or of this machine. */
function isFromHere({ headers, host }: FastifyRequest): boolean {
  const { origin, 'sec-fetch-site': site } = headers;
  if (site !== undefined) return site === 'same-origin';
  return origin !== undefined && URL.canParse(origin) && new URL(origin).host === host;
}

const SHEETS = [
  ...['layers', 'fonts', 'tokens', 'base'].map((name) => join(styleFolders.site, `${name}.css`)),
  join(styleFolders.inbox, 'inbox.css'),
];

function serveStyles(app: FastifyInstance): void {
  app.get('/inbox.css', async (_request, reply) => {
    const sheets = await Promise.all(SHEETS.map((file) => readFile(file, 'utf8')));
    return reply.type('text/css; charset=utf-8').send(sheets.join('\n'));
  });
  app.get<{ Params: { name: string } }>(
    '/fonts/:name(^[\\w-]+)\\.woff2',
    async ({ params: { name } }, reply) => {
      const font = await readFile(join(styleFolders.site, 'fonts', `${name}.woff2`)).catch(() => undefined);
      return font
        ? reply.type('font/woff2').header('cache-control', 'max-age=86400').send(font)
        : absent(reply);
    },
  );
}
