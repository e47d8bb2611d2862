import { fieldsOf, FORM_ACTIONS, PROOF_LIMITS, type FormField, type FormName } from '@vidlunnia/contracts';
import type { Owner } from '@vidlunnia/content';
import { escaped } from './inline-text';

/**
 * A page with only a message, for visitors who get no rendered page: it cannot fail, and costs almost nothing. `html`
 * is inserted after the message, unescaped.
 */
export const noticePage = (
  { contact: { phone, email } }: Owner,
  title: string,
  words: string,
  html = '',
): string =>
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

const TOO_MANY = [
  'Забагато спроб',
  'З вашої адреси надійшло забагато форм поспіль, тож цю ми ще не прийняли. Зачекайте хвилину й натисніть кнопку: усе, що ви написали, нижче.',
] as const;
const PREVIEW_OVER = [
  'Показ уже не діє',
  'Форми з показу до нас не потрапляють, тож і цю ми не прийняли. Усе, що ви написали, нижче: кнопка надішле це нам уже по-справжньому.',
] as const;
const NOT_STORED = [
  'Форму ще не надіслано',
  'Ми її не прийняли: або щось у ній не так, або зараз щось зламалося в нас. Перевірте, що ви написали, і натисніть кнопку за хвилину.',
] as const;

/** By status. */
const RETURNED: Readonly<Record<number, readonly [title: string, words: string]>> = {
  403: PREVIEW_OVER,
  429: TOO_MANY,
};

/** Returns a form that no rendered page can return: all typed values, to read, correct and send again by a button. */
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
    // Only known values, such as the page's token: anything else in a request is dropped.
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
