import { FORM_ACTIONS, LIMITS, type FormName } from '@vidlunnia/contracts';
import { attribute, text } from './escape';
import { noticePage } from './notice-page';

const LABELS = new Map([
  ['name', 'Ім’я'],
  ['email', 'Електронна пошта'],
  ['phone', 'Телефон'],
  ['city', 'Місто'],
  ['position', 'Посада'],
  ['resume_text', 'Кілька слів про себе'],
  ['company', 'Компанія'],
  ['service_type', 'Що вас цікавить'],
  ['message', 'Повідомлення'],
]);

/**
 * Gives a form back to who has sent too many: everything that was typed, to be read, copied, or sent again by a button.
 * It is rendered by nobody, so that refusing costs next to nothing.
 */
export function returnedFormPage(form: FormName, values: Readonly<Record<string, string>>): string {
  const known = Object.entries(values).filter(([name]) => Object.hasOwn(LIMITS, name) || LABELS.has(name));
  const hidden = known.map(
    ([name, value]) => `<input type="hidden" name="${attribute(name)}" value="${attribute(value)}">`,
  );
  const shown = known.flatMap(([name, value]) => {
    const label = LABELS.get(name);
    return label === undefined || value === ''
      ? []
      : `<dt>${text(label)}</dt><dd><pre>${text(value)}</pre></dd>`;
  });
  return noticePage(
    'Забагато спроб',
    'З вашої адреси надійшло забагато форм поспіль, тож цю ми ще не прийняли. Зачекайте хвилину й натисніть кнопку: усе, що ви написали, нижче.',
    [
      `<form action="${FORM_ACTIONS[form]}" method="post">`,
      ...hidden,
      '<button>Надіслати ще раз</button>',
      '</form>',
      `<dl>${shown.join('\n')}</dl>`,
    ].join('\n'),
  );
}
