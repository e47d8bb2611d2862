import { STATUS_CODES } from 'node:http';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import type { Problem } from '@vidlunnia/contracts';
import { CONTACT_DETAILS } from '../../src/site/owner';
import { text } from '../escape';

/** Addresses that programs ask, not people. */
const FOR_PROGRAMS = /^\/(?:api|assets|remotes|-)(?:\/|$)/;

/** What visitors read, by status; whatever is not named is a failure of ours. */
const TEXTS: Readonly<Record<number, readonly [title: string, lead: string]>> = {
  404: ['Сторінки за цією адресою немає', 'Перевірте адресу або поверніться на головну.'],
  413: [
    'Забагато тексту за один раз',
    'Поверніться до форми й скоротіть повідомлення: стільки ми не приймаємо.',
  ],
  429: ['Забагато спроб поспіль', 'Зачекайте хвилину й спробуйте ще раз.'],
};
const REFUSED = ['Цей запит ми не зрозуміли', 'Поверніться на головну й спробуйте ще раз.'] as const;
const FAILED = ['У нас щось зламалося', 'Ми вже бачимо це в журналі. Спробуйте ще раз за хвилину.'] as const;

/**
 * What nothing else answers: visitors get a page in words, programs a problem (RFC 9457), nobody what went wrong inside.
 */
export const errors = fp((app, _options, done) => {
  app.setErrorHandler((error: FastifyError, request, reply) => {
    const { statusCode = 500 } = error;
    const status = statusCode >= 400 ? statusCode : 500;
    if (status >= 500) request.log.error({ err: error }, 'request failed');
    return sendFailure(status, request, reply);
  });
  app.setNotFoundHandler((request, reply) => sendFailure(404, request, reply));
  done();
});

function sendFailure(status: number, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  void reply.status(status).header('Cache-Control', 'no-store');
  if (isVisitor(request)) return reply.type('text/html; charset=utf-8').send(pageOf(status));
  const title = STATUS_CODES[status] ?? 'Error';
  const problem: Problem = { type: 'about:blank', title, status };
  return reply.type('application/problem+json').send(problem);
}

/** Browsers say that they take a page when they are to show one, also for a form that is sent to the API's address. */
const isVisitor = ({ url, headers }: FastifyRequest) =>
  headers.accept?.includes('text/html') === true || !FOR_PROGRAMS.test(url);

/** Of itself: what failed may be what other pages are made with. */
function pageOf(status: number): string {
  const [title, lead] = TEXTS[status] ?? (status < 500 ? REFUSED : FAILED);
  const { phone, email } = CONTACT_DETAILS;
  return [
    '<!doctype html>',
    '<html lang="uk">',
    '<head>',
    '<meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    '<meta name="robots" content="noindex">',
    '<meta name="color-scheme" content="light dark">',
    `<title>${text(title)} — Відлуння</title>`,
    '</head>',
    `<body><main><h1>${text(title)}</h1>`,
    `<p>${text(lead)}</p>`,
    '<p><a href="/">На головну</a></p>',
    `<p>${text(phone)}, <a href="mailto:${text(email)}">${text(email)}</a></p></main></body>`,
    '</html>',
  ].join('\n');
}
