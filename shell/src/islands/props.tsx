import type {
  Api,
  ContactSlot,
  FormName,
  FormOutcome,
  ModuleContracts,
  ModuleId,
  NamedModuleId,
  VacanciesSlot,
  ZoneProps,
} from '@vidlunnia/contracts';
import type { IslandInput } from '@vidlunnia/engine';
import { Island, useSlot } from '@vidlunnia/engine/islands';
import { isZoneId, zoneElement } from '@vidlunnia/engine/modules';
import { owner } from '../texts/texts';

/** What a page of this site shows besides the content of its address. */
export interface PageInput {
  /** Result of a form that was sent without a script. */
  readonly submission?: FormOutcome & { readonly form: FormName };
  /** The valid service that the contact form opens with. */
  readonly service?: string;
}

/** What this site gives to its islands. */
interface Given extends IslandInput {
  readonly api: Api;
  readonly input: PageInput | null;
}

/** Additional input of islands from the outer island or the page's address. */
interface Slots extends Readonly<Record<NamedModuleId, object>> {
  readonly 'forms/ApplicationForm': VacanciesSlot;
  readonly 'forms/ContactForm': ContactSlot;
}

/** Props of the modules whose contract has any. */
type PropsOf = {
  readonly [Id in NamedModuleId as keyof ModuleContracts[Id]['props'] extends never ? never : Id]: (
    given: Given,
    slot: Slots[Id],
  ) => ModuleContracts[Id]['props'];
};

const PROPS_OF: PropsOf = {
  'home/About': () => {
    const { satisfactionSource } = owner();
    return satisfactionSource ? { satisfactionSource } : {};
  },
  'home/Vacancies': () => ({ form: applicationForm }),
  'home/Contact': () => ({ details: owner().contact, form: <ContactFormIsland /> }),
  'forms/ApplicationForm': (given, slot) => ({ ...formProps('application', given), ...slot }),
  'forms/ContactForm': (given, slot) => ({ ...formProps('contact', given), ...slot }),
};

/** The props of a module from the shell, without its data. */
export function propsOf(id: string, given: Given): object {
  if (isZoneId(id)) {
    return { id: zoneElement(id), headingLevel: 2, details: owner().contact } satisfies ZoneProps;
  }
  // The caller creates each slot for this island.
  const makers = PROPS_OF as Partial<Record<string, (given: Given, slot: object) => object>>;
  return makers[id]?.(given, given.slot) ?? {};
}

const CONTACT_FORM = 'forms/ContactForm' satisfies ModuleId;

/** Slot of the contact form for a chosen service. Without a service, a live form keeps its choice. */
export const contactSlot = (service = ''): ContactSlot => (service === '' ? {} : { chosen: { service } });

/** The slots that a page's input fills. */
export const slotsOf = (input: PageInput | null) => ({ [CONTACT_FORM]: contactSlot(input?.service) });

const applicationForm: ModuleContracts['home/Vacancies']['props']['form'] = (slot) => (
  <Island id="forms/ApplicationForm" slot={slot} />
);

function ContactFormIsland() {
  return <Island id={CONTACT_FORM} slot={useSlot(CONTACT_FORM)} />;
}

const formProps = (form: FormName, { api, input }: Given) => ({
  api,
  details: owner().contact,
  outcome: input?.submission?.form === form ? input.submission : null,
});
