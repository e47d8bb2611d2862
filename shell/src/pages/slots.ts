import type { ContactSlot, ModuleId, VacanciesSlot } from '@vidlunnia/contracts';

/** What islands are handed beside what all of their kind get. */
interface Slots {
  readonly 'forms/ApplicationForm': VacanciesSlot;
  readonly 'forms/ContactForm': ContactSlot;
}

/** What an island is handed by the island around it, or by the page's address; JSON, since it travels with the page. */
export type Slot<Id extends ModuleId> = Id extends keyof Slots ? Slots[Id] : object;
