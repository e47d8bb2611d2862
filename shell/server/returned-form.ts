import { fieldsOf, FORM_ACTIONS, PROOF_LIMITS, type FormField, type FormName } from '@vidlunnia/contracts';
import type { Notice } from '@vidlunnia/engine';
import { escaped } from '@vidlunnia/engine/server';
import type { SiteFacts } from '../src/texts/texts';
import { noticePage } from './notices';

/** Messages of a returned form, by status. */
const RETURNED: Readonly<Record<number, Notice>> = {
  403: {
    title: 'Показ уже не діє',
    words:
      'Форми з показу до нас не потрапляють, тож і цю ми не прийняли. Усе, що ви написали, нижче: кнопка надішле це нам уже по-справжньому.',
  },
  429: {
    title: 'Забагато спроб',
    words:
      'З вашої адреси надійшло забагато форм поспіль, тож цю ми ще не прийняли. Зачекайте хвилину й натисніть кнопку: усе, що ви написали, нижче.',
  },
};
const NOT_STORED: Notice = {
  title: 'Форму ще не надіслано',
  words:
    'Ми її не прийняли: або щось у ній не так, або зараз щось зламалося в нас. Перевірте, що ви написали, і натисніть кнопку за хвилину.',
};

/** Returns a form when no page can be rendered: all typed values, which the visitor can correct and send again. */
export function returnedFormPage(
  facts: SiteFacts,
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
  const html = [
    `<form action="${FORM_ACTIONS[form]}" method="post">`,
    ...fields,
    '<button>Надіслати ще раз</button>',
    '</form>',
  ].join('\n');
  return noticePage(facts, status, { ...(RETURNED[status] ?? NOT_STORED), html });
}

function control(name: string, value: string, { choices }: FormField): string {
  if (!choices) return `<textarea name="${name}">\n${escaped(value)}</textarea>`;
  const options = Object.entries({ '': '', ...choices }).map(
    ([choice, label]) =>
      `<option value="${choice}"${choice === value ? ' selected' : ''}>${escaped(label)}</option>`,
  );
  return `<select name="${name}">${options.join('')}</select>`;
}
