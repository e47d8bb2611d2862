import type { FormName, ModuleContracts, ModuleId } from '@vidlunnia/shared/contracts';
import { NO_PARAMS } from '../pages/pages';
import type { PageServices } from './page-services';
import { CONTACT_DETAILS } from '../site';
import { Island } from './island';
import type { Slot } from '../pages/slots';

type PropsOf = {
  readonly [Id in ModuleId]: (services: PageServices, slot: Slot<Id>) => ModuleContracts[Id]['props'];
};

/** What the shell passes to each module. */
export const PROPS_OF: PropsOf = {
  'home/Hero': () => NONE,
  'home/About': () => NONE,
  'home/Services': () => NONE,
  'home/Reasons': () => NONE,
  'home/Team': () => NONE,
  'home/Vacancies': () => VACANCIES,
  'home/Contact': () => CONTACT,
  'blog/Teaser': () => NONE,
  'blog/Post': () => NONE,
  'forms/ApplicationForm': (services, slot) => ({ ...formProps('application', services), ...slot }),
  'forms/ContactForm': (services) => formProps('contact', services),
};

const NONE = {};

const VACANCIES: ModuleContracts['home/Vacancies']['props'] = {
  form: (slot) => <Island id="forms/ApplicationForm" params={NO_PARAMS} slot={slot} />,
};

const CONTACT: ModuleContracts['home/Contact']['props'] = {
  details: CONTACT_DETAILS,
  form: <Island id="forms/ContactForm" params={NO_PARAMS} slot={NONE} />,
};

const formProps = (form: FormName, { api, submission }: PageServices) => ({
  api,
  details: CONTACT_DETAILS,
  outcome: submission?.form === form ? submission : null,
});
