import type { FormName } from '@vidlunnia/contracts';
import type { GoldenPage } from '@vidlunnia/engine';
import type { PageInput } from '../src/islands/props';
import { pageAt } from '../src/pages';
import { sent } from './requests';

const PERSON = { name: 'Золота Луна', email: 'luna@example.com', phone: '+380 43 111 22 33' };

/** Typed values of a visitor whose form is returned. */
const TYPED = {
  application: { ...PERSON, city: 'Золотоноша' },
  contact: { ...PERSON, message: 'Гукаю золотою луною' },
} as const satisfies Readonly<Record<FormName, Readonly<Record<string, string>>>>;

const FORMS = { application: 'forms/ApplicationForm', contact: 'forms/ContactForm' } as const;

const HOME: GoldenPage = { page: pageAt('/'), golden: 'full' };
const withInput = (input: PageInput): GoldenPage => ({ ...HOME, input });
const rejected = (form: FormName): GoldenPage => {
  const values = TYPED[form];
  return {
    ...withInput({ submission: { form, accepted: false, values, errors: ['phone'] } }),
    keeps: { island: FORMS[form], texts: values },
  };
};

/** Pages that every set must render before it goes live. Some return a form that was sent without scripts. */
export const GOLDEN_PAGES: Readonly<Record<string, GoldenPage>> = {
  '/': HOME,
  '/ without services and posts': { ...HOME, golden: 'empty' },
  '/ with a service chosen': withInput({ service: 'smm' }),
  '/ with a service that the form does not list': withInput({ service: 'Аналітика' }),
  '/ after the application form was sent': withInput(sent('application')),
  '/ after the application form was rejected': rejected('application'),
  '/ after the contact form was sent': withInput(sent('contact')),
  '/ after the contact form was rejected': rejected('contact'),
  '/blog': { ...HOME, page: pageAt('/blog') },
  '/blog without posts': { ...HOME, page: pageAt('/blog'), golden: 'empty' },
  '/blog/golden': { ...HOME, page: pageAt('/blog/golden') },
};
