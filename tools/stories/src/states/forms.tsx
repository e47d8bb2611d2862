import type { ReactElement } from 'react';
import { exposes } from '@vidlunnia/mfe-forms/src/exposes';
import { sampleApi, sampleDetails } from '@vidlunnia/mfe-home/src/testing/samples';
import type { FormOutcome } from '@vidlunnia/contracts';
import type { SectionStories } from './section-stories';
import { Acts, LONG_TEXT } from './story';

const Application = exposes.ApplicationForm.default;
const Contact = exposes.ContactForm.default;

const POSITIONS = ['Менеджер/ка підтримки клієнтів', 'Адміністратор/ка соцмереж'];
const [POSITION = ''] = POSITIONS;

interface State {
  /** Sends a submission. */
  readonly send?: () => Promise<void>;
  readonly outcome?: FormOutcome;
  readonly chosen?: boolean;
  readonly positions?: readonly string[];
}

const apiOf = (send: State['send']) => sampleApi(send ? { apply: send, contact: send } : {});

const application = ({ send, outcome, chosen = false, positions = POSITIONS }: State) => (
  <Application
    api={apiOf(send)}
    details={sampleDetails}
    positions={positions}
    chosen={chosen ? { position: POSITION } : null}
    outcome={outcome ?? null}
    data={null}
  />
);

const contact = ({ send, outcome, chosen = false }: State) => (
  <Contact
    api={apiOf(send)}
    details={sampleDetails}
    outcome={outcome ?? null}
    data={null}
    {...(chosen && { chosen: { service: 'smm' } })}
  />
);

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

function statesOf(draw: (state: State) => ReactElement) {
  const sent = (send: () => Promise<void>) => (
    <Acts act={press}>{draw({ chosen: true, outcome: TYPED_FORM, send })}</Acts>
  );
  return {
    empty: draw({}),
    chosen: draw({ chosen: true }),
    invalid: <Acts act={press}>{draw({})}</Acts>,
    pending: sent(() => new Promise(() => undefined)),
    error: sent(() => Promise.reject(new Error('503'))),
    sent: sent(() => Promise.resolve()),
    returned: draw({ outcome: rejected(TYPED) }),
    accepted: draw({ outcome: { accepted: true, values: {} } }),
    'long text': draw({
      outcome: rejected(Object.fromEntries(Object.keys(TYPED).map((name) => [name, LONG_TEXT]))),
      positions: [LONG_TEXT, POSITION],
    }),
  };
}

export const FORMS = {
  'forms/ApplicationForm': statesOf(application),
  'forms/ContactForm': statesOf(contact),
} as const satisfies SectionStories<'forms'>;
