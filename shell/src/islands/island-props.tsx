import type { FormName, ModuleContracts, ModuleId, NamedModuleId, ZoneProps } from '@vidlunnia/contracts';
import { useSyncExternalStore } from 'react';
import { NO_PARAMS } from '../pages/pages';
import type { Slot } from '../pages/slots';
import { elementOfZone, isZoneId } from '../pages/zones';
import { CONTACT_DETAILS, OWNER } from '../site';
import { Island } from './island';
import { usePageServices, type PageServices } from './page-services';

/** Of the modules that take props by their contract. */
type PropsOf = {
  readonly [Id in NamedModuleId as keyof ModuleContracts[Id]['props'] extends never ? never : Id]: (
    services: PageServices,
    slot: Slot<Id>,
  ) => ModuleContracts[Id]['props'];
};

const PROPS_OF: PropsOf = {
  'home/About': () =>
    OWNER.satisfactionSource ? { satisfactionSource: OWNER.satisfactionSource } : NO_PARAMS,
  'home/Vacancies': () => VACANCIES,
  'home/Contact': () => CONTACT,
  'forms/ApplicationForm': (services, slot) => ({ ...formProps('application', services), ...slot }),
  'forms/ContactForm': (services, slot) => ({ ...formProps('contact', services), ...slot }),
};

/** What the shell passes to a module, beside its data. */
export function propsOf<Id extends ModuleId>(id: Id, services: PageServices, slot: Slot<Id>): object {
  if (isZoneId(id)) {
    return { id: elementOfZone(id), headingLevel: 2, details: CONTACT_DETAILS } satisfies ZoneProps;
  }
  const makers: { readonly [Id in NamedModuleId]?: (services: PageServices, slot: Slot<Id>) => object } =
    PROPS_OF;
  return makers[id]?.(services, slot) ?? NO_PARAMS;
}

const VACANCIES: ModuleContracts['home/Vacancies']['props'] = {
  form: (slot) => <Island id="forms/ApplicationForm" params={NO_PARAMS} slot={slot} />,
};

const CONTACT: ModuleContracts['home/Contact']['props'] = {
  details: CONTACT_DETAILS,
  form: <ContactFormIsland />,
};

function ContactFormIsland() {
  const { subscribe, slot } = usePageServices().contactChoice;
  return (
    <Island id="forms/ContactForm" params={NO_PARAMS} slot={useSyncExternalStore(subscribe, slot, slot)} />
  );
}

const formProps = (form: FormName, { api, submission }: PageServices) => ({
  api,
  details: CONTACT_DETAILS,
  outcome: submission?.form === form ? submission : null,
});
