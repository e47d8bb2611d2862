import type {
  FormName,
  ModuleContracts,
  ModuleId,
  NamedModuleId,
  ZoneId,
  ZoneProps,
} from '@vidlunnia/contracts';
import { useSyncExternalStore } from 'react';
import { NO_PARAMS } from '../pages/pages';
import { elementOfZone, isZoneId } from '../pages/zones';
import { usePageServices, type PageServices } from './page-services';
import { CONTACT_DETAILS, OWNER } from '../site';
import { Island } from './island';
import type { Slot } from '../pages/slots';

/** Modules that take props by their contract. */
type WithProps = {
  [Id in NamedModuleId]: keyof ModuleContracts[Id]['props'] extends never ? never : Id;
}[NamedModuleId];

type PropsOf<Ids extends NamedModuleId> = {
  readonly [Id in Ids]: (services: PageServices, slot: Slot<Id>) => ModuleContracts[Id]['props'];
};

const PROPS_OF: PropsOf<WithProps> = {
  'home/About': () => ABOUT,
  'home/Vacancies': () => VACANCIES,
  'home/Contact': () => CONTACT,
  'forms/ApplicationForm': (services, slot) => ({ ...formProps('application', services), ...slot }),
  'forms/ContactForm': (services, slot) => ({ ...formProps('contact', services), ...slot }),
};

/** What the shell passes to a module, beside its data. */
export function propsOf<Id extends ModuleId>(id: Id, services: PageServices, slot: Slot<Id>): object {
  if (isZoneId(id)) return zoneProps(id);
  const makers: Partial<PropsOf<NamedModuleId>> = PROPS_OF;
  return makers[id]?.(services, slot) ?? NO_PARAMS;
}

const VACANCIES: ModuleContracts['home/Vacancies']['props'] = {
  form: (slot) => <Island id="forms/ApplicationForm" params={NO_PARAMS} slot={slot} />,
};

const ABOUT: ModuleContracts['home/About']['props'] = OWNER.satisfactionSource
  ? { satisfactionSource: OWNER.satisfactionSource }
  : NO_PARAMS;

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

const zoneProps = (id: ZoneId): ZoneProps => ({
  id: elementOfZone(id),
  headingLevel: 2,
  details: CONTACT_DETAILS,
});

const formProps = (form: FormName, { api, submission }: PageServices) => ({
  api,
  details: CONTACT_DETAILS,
  outcome: submission?.form === form ? submission : null,
});
