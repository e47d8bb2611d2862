import type { ContactSlot, ModuleData, ModuleId, VacanciesSlot } from '@vidlunnia/contracts';
import type { Submission } from './page-request';

/** What islands are handed beside what all of their kind get. */
interface Slots {
  readonly 'forms/ApplicationForm': VacanciesSlot;
  readonly 'forms/ContactForm': ContactSlot;
}

/** What an island is handed by the island around it, or by the page's address; JSON, since it travels with the page. */
export type Slot<Id extends ModuleId> = Id extends keyof Slots ? Slots[Id] : object;

/** What the browser needs to make an island of the server's HTML live, or to try one that the server could not make. */
export interface ServedIsland<Id extends ModuleId = ModuleId> {
  /** What the island around it handed in. */
  readonly slot: Slot<Id>;
  /** What it was rendered with; absent when the server could not get its code. */
  readonly data?: ModuleData<Id> | null;
}

/** What the browser goes on from. Islands without behaviour need nothing: their HTML is all there is to them. */
export interface PageState {
  readonly islands: { readonly [Id in ModuleId]?: ServedIsland<Id> };
  readonly submission: Submission | null;
  /** Months for which submissions are kept; 0 keeps them. */
  readonly retentionMonths: number;
  /** Whether everything that belongs to the page arrived. */
  readonly complete: boolean;
}
