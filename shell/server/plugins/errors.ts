import { STATUS_CODES } from 'node:http';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import type { Owner } from '@vidlunnia/content';
import {
  fieldsOf,
  FORM_ACTIONS,
  PROOF_LIMITS,
  type FormField,
  type FormName,
  type Problem,
} from '@vidlunnia/contracts';
import { escaped } from '../pages/document';

interface Options {
  readonly owner: () => Owner;
}

/** Addresses that get a problem document instead of a page. */
const FOR_PROGRAMS = /^\/(?:api|assets|remotes|-)(?:\/|$)/;

/** Messages for visitors by status; other statuses get `REFUSED` or `FAILED`. */
const TEXTS: Readonly<Record<number, Notice>> = {
  403: [
    'Це надіслала інша сторінка',
    'Запит прийшов не з нашого сайту, тому ми його не прийняли. Якщо ви хотіли нам написати, відкрийте наш сайт і скористайтеся формою на ньому.',
  ],
  404: ['Сторінки за цією адресою немає', 'Перевірте адресу або поверніться на головну.'],
  413: [
    'Забагато тексту за один раз',
    'Поверніться до форми й скоротіть повідомлення: стільки ми не приймаємо.',
  ],
  429: ['Забагато спроб поспіль', 'Зачекайте хвилину й спробуйте ще раз.'],
  503: [
    'Сторінка зараз не відкривається',
    'Оновіть її за хвилину. Якщо справа термінова, зателефонуйте або напишіть нам.',
  ],
};
const REFUSED: Notice = ['Цей запит ми не зрозуміли', 'Поверніться на головну й спробуйте ще раз.'];
const FAILED: Notice = ['У нас щось зламалося', 'Ми вже бачимо це в журналі. Спробуйте ще раз за хвилину.'];

/** Within this time, a dead worker is usually replaced, and missing data is usually available. */
export const RETRY_AFTER_SECONDS = 5;

type Notice = readonly [title: string, words: string, html?: string];

/** A refusal that visitors get as a notice, with its own words or the default for its status. It is not logged. */
export class NoticeError extends Error {
  override readonly name: string = 'NoticeError';

  constructor(
    readonly statusCode: number,
    /** Arguments of `noticePage`. */
    readonly notice?: Notice,
    readonly headers: Readonly<Record<string, string>> = {},
    message = notice?.[1],
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

/** The resource is temporarily unavailable; the thrower has logged the reason. */
export class TryLaterError extends NoticeError {
  override readonly name = 'TryLaterError';

  constructor(statusCode: 429 | 503, retryAfterSeconds: number, message: string, options?: ErrorOptions) {
    super(statusCode, undefined, { 'retry-after': String(retryAfterSeconds) }, message, options);
  }
}

/**
 * Responds to all unhandled errors: visitors get a page with a message, programs a problem document (RFC 9457). Neither
 * has internal details.
 */
export const errors = fp<Options>((app, { owner }, done) => {
  function sendFailure(status: number, request: FastifyRequest, reply: FastifyReply, notice?: Notice) {
    void reply.status(status).header('Cache-Control', 'no-store');
    if (isVisitor(request)) {
      const texts = notice ?? TEXTS[status] ?? (status < 500 ? REFUSED : FAILED);
      return reply.type('text/html; charset=utf-8').send(noticePage(owner(), ...texts));
    }
    const title = STATUS_CODES[status] ?? 'Error';
    const problem: Problem = { type: 'about:blank', title, status };
    return reply.type('application/problem+json').send(problem);
  }

  app.setErrorHandler((error: FastifyError | NoticeError, request, reply) => {
    if (error instanceof NoticeError)
      return sendFailure(error.statusCode, request, reply.headers(error.headers), error.notice);
    const { statusCode = 500 } = error;
    const status = statusCode >= 400 ? statusCode : 500;
    if (status >= 500) request.log.error({ err: error }, 'request failed');
    return sendFailure(status, request, reply);
  });
  app.setNotFoundHandler((request, reply) => sendFailure(404, request, reply));
  done();
});

/** Browsers accept HTML when they navigate, for example when they send a form to the API's address. */
const isVisitor = ({ url, headers }: FastifyRequest) =>
  headers.accept?.includes('text/html') === true || !FOR_PROGRAMS.test(url);

/**
 * A page with only a message, for visitors who get no rendered page. It cannot fail and costs almost nothing. `html`
 * follows the message, unescaped.
 */
const noticePage = ({ contact: { phone, email } }: Owner, title: string, words: string, html = ''): string =>
  [
    '<!doctype html>',
    '<html lang="uk">',
    '<meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    '<meta name="color-scheme" content="light dark">',
    '<meta name="robots" content="noindex">',
    `<title>${escaped(title)} — Відлуння</title>`,
    `<main><h1>${escaped(title)}</h1>`,
    `<p>${escaped(words)}</p>`,
    html,
    '<p><a href="/">На головну</a></p>',
    `<p><a href="tel:${escaped(phone.replaceAll(' ', ''))}">${escaped(phone)}</a>, <a href="mailto:${escaped(email)}">${escaped(email)}</a></p></main>`,
    '</html>',
  ].join('\n');

/** Messages of a returned form, by status. */
const RETURNED: Readonly<Record<number, Notice>> = {
  403: [
    'Показ уже не діє',
    'Форми з показу до нас не потрапляють, тож і цю ми не прийняли. Усе, що ви написали, нижче: кнопка надішле це нам уже по-справжньому.',
  ],
  429: [
    'Забагато спроб',
    'З вашої адреси надійшло забагато форм поспіль, тож цю ми ще не прийняли. Зачекайте хвилину й натисніть кнопку: усе, що ви написали, нижче.',
  ],
};
const NOT_STORED: Notice = [
  'Форму ще не надіслано',
  'Ми її не прийняли: або щось у ній не так, або зараз щось зламалося в нас. Перевірте, що ви написали, і натисніть кнопку за хвилину.',
];

/** Returns a form when no page can be rendered: all typed values, which the visitor can correct and send again. */
export function returnedFormPage(
  owner: Owner,
  form: FormName,
  values: Readonly<Record<string, string>>,
  status: number,
): string {
  const known = fieldsOf(form);
  const fields = Object.entries(values).flatMap(([name, value]) => {
    const field = Object.hasOwn(known, name) ? known[name] : undefined;
    if (field) return `<p><label>${escaped(field.label)}<br>${control(name, value, field)}</label></p>`;
    // Only known values, such as the page's token; everything else in the request is dropped.
    return Object.hasOwn(PROOF_LIMITS, name)
      ? `<input type="hidden" name="${name}" value="${escaped(value)}">`
      : [];
  });
  const [title, words] = RETURNED[status] ?? NOT_STORED;
  return noticePage(
    owner,
    title,
    words,
    [
      `<form action="${FORM_ACTIONS[form]}" method="post">`,
      ...fields,
      '<button>Надіслати ще раз</button>',
      '</form>',
    ].join('\n'),
  );
}

function control(name: string, value: string, { choices }: FormField): string {
  if (!choices) return `<textarea name="${name}">\n${escaped(value)}</textarea>`;
  const options = Object.entries({ '': '', ...choices }).map(
    ([choice, label]) =>
      `<option value="${choice}"${choice === value ? ' selected' : ''}>${escaped(label)}</option>`,
  );
  return `<select name="${name}">${options.join('')}</select>`;
}
