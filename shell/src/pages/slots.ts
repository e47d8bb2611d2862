import type { ModuleId, VacanciesSlot } from '@vidlunnia/shared/contracts';

/** What an island hands to the islands that stand in it. */
interface Slots {
  readonly 'forms/ApplicationForm': VacanciesSlot;
}

/** What an island is handed by the island around it; JSON, since it travels with the page. */
export type Slot<Id extends ModuleId> = Id extends keyof Slots ? Slots[Id] : object;
