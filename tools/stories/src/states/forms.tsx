import { exposes } from '@vidlunnia/mfe-forms/src/exposes';
import { sampleApi, sampleDetails } from '@vidlunnia/mfe-home/src/testing/samples';
import type { FormOutcome } from '@vidlunnia/contracts';
import type { SectionStories } from './section-stories';
import { LONG_TEXT, type Story } from './story';

const Application = exposes.ApplicationForm.default;
const Contact = exposes.ContactForm.default;

const POSITIONS = ['Менеджер/ка підтримки клієнтів', 'Адміністратор/ка соцмереж'];
const [POSITION = ''] = POSITIONS;

interface State {
  /** The outcome of a submission. */
  readonly send?: () => Promise<void>;
  readonly outcome?: FormOutcome;
  readonly chosen?: boolean;
  readonly positions?: readonly string[];
  readonly act?: Story['act'];
}

const apiOf = (send: State['send']) => sampleApi(send ? { apply: send, contact: send } : {});

const application = ({ send, outcome, chosen = false, positions = POSITIONS, act }: State): Story => ({
  element: (
    <Application
      api={apiOf(send)}
      details={sampleDetails}
      positions={positions}
      chosen={chosen ? { position: POSITION } : null}
      outcome={outcome ?? null}
      data={null}
    />
  ),
  ...(act && { act }),
});

const contact = ({ send, outcome, chosen = false, act }: State): Story => ({
  element: (
    <Contact
      api={apiOf(send)}
      details={sampleDetails}
      outcome={outcome ?? null}
      data={null}
      {...(chosen && { chosen: { service: 'smm' } })}
    />
  ),
  ...(act && { act }),
});

const press = (root: HTMLElement) => {
  root.querySelector('form')?.requestSubmit();
};

const TYPED: Readonly<Record<string, string>> = {
  name: 'Оксана',
  email: 'oksana@vidlunnia.example',
  phone: '+380 43 000 00 00',
  city: 'Вінниця',
  message: 'Продаємо млинці.',
};

const rejected = (values: FormOutcome['values']): FormOutcome => ({
  accepted: false,
  values,
  errors: ['phone'],
});

const TYPED_FORM = { accepted: false, values: TYPED };

const statesOf = (draw: (state: State) => Story) => ({
  empty: draw({}),
  chosen: draw({ chosen: true }),
  invalid: draw({ act: press }),
  pending: draw({ chosen: true, outcome: TYPED_FORM, send: () => new Promise(() => undefined), act: press }),
  error: draw({
    chosen: true,
    outcome: TYPED_FORM,
    send: () => Promise.reject(new Error('503')),
    act: press,
  }),
  sent: draw({ chosen: true, outcome: TYPED_FORM, send: () => Promise.resolve(), act: press }),
  returned: draw({ outcome: rejected(TYPED) }),
  accepted: draw({ outcome: { accepted: true, values: {} } }),
  'long text': draw({
    outcome: rejected(Object.fromEntries(Object.keys(TYPED).map((name) => [name, LONG_TEXT]))),
    positions: [LONG_TEXT, POSITION],
  }),
});

export const FORMS = {
  'forms/ApplicationForm': statesOf(application),
  'forms/ContactForm': statesOf(contact),
} as const satisfies SectionStories<'forms'>;
