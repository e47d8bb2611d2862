import { fieldsOf, FORM_ACTIONS, PROOF_LIMITS, type FormName } from '@vidlunnia/contracts';
import { CONTACT_DETAILS } from '@vidlunnia/owner';
import { attribute, text } from './escape';

const { phone, email } = CONTACT_DETAILS;

/**
 * A page of words, for who gets no rendered one: nothing of it can fail, and it costs next to nothing. `html` follows
 * the words as it is.
 */
export const noticePage = (title: string, words: string, html = ''): string =>
  [
    '<!doctype html>',
    '<html lang="uk">',
    '<meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    '<meta name="color-scheme" content="light dark">',
    '<meta name="robots" content="noindex">',
    `<title>${text(title)} — Відлуння</title>`,
    `<main><h1>${text(title)}</h1>`,
    `<p>${text(words)}</p>`,
    html,
    '<p><a href="/">На головну</a></p>',
    `<p><a href="tel:${attribute(phone.replaceAll(' ', ''))}">${text(phone)}</a>, <a href="mailto:${attribute(email)}">${text(email)}</a></p></main>`,
    '</html>',
  ].join('\n');

const TOO_MANY = [
  'Забагато спроб',
  'З вашої адреси надійшло забагато форм поспіль, тож цю ми ще не прийняли. Зачекайте хвилину й натисніть кнопку: усе, що ви написали, нижче.',
] as const;
const NOT_STORED = [
  'Форму ще не надіслано',
  'Ми її не прийняли: або щось у ній не так, або зараз щось зламалося в нас. Перевірте, що ви написали, і натисніть кнопку за хвилину.',
] as const;

/** A form that no rendered page gives back: everything that was typed, to be read, copied, or sent again by a button. */
export function returnedFormPage(
  form: FormName,
  values: Readonly<Record<string, string>>,
  status: number,
): string {
  const fields = fieldsOf(form);
  const known = Object.entries(values).filter(
    ([name]) => Object.hasOwn(fields, name) || Object.hasOwn(PROOF_LIMITS, name),
  );
  const hidden = known.map(
    ([name, value]) => `<input type="hidden" name="${attribute(name)}" value="${attribute(value)}">`,
  );
  const shown = known.flatMap(([name, value]) => {
    const field = fields[name];
    if (!field || value === '') return [];
    const typed = field.choices?.[value] ?? value;
    return `<dt>${text(field.label)}</dt><dd><pre>${text(typed)}</pre></dd>`;
  });
  const [title, words] = status === 429 ? TOO_MANY : NOT_STORED;
  return noticePage(
    title,
    words,
    [
      `<form action="${FORM_ACTIONS[form]}" method="post">`,
      ...hidden,
      '<button>Надіслати ще раз</button>',
      '</form>',
      `<dl>${shown.join('\n')}</dl>`,
    ].join('\n'),
  );
}
