import type { ModuleId, VacanciesSlot } from '@vidlunnia/shared/contracts';

/** What a part hands to the islands that stand in it. */
interface Slots {
  readonly 'forms/ApplicationForm': VacanciesSlot;
}

/** What an island is handed by the part around it; JSON, since it travels with the page. */
export type Slot<Id extends ModuleId> = Id extends keyof Slots ? Slots[Id] : object;
