import type { ContactSlot, ModuleData, ModuleId, VacanciesSlot } from '@vidlunnia/contracts';
import type { Submission } from './page-request';

/** Additional input of islands, besides the props of all islands of their kind. */
interface Slots {
  readonly 'forms/ApplicationForm': VacanciesSlot;
  readonly 'forms/ContactForm': ContactSlot;
}

/** Input of an island from the outer island or the page's address; JSON, since it is embedded in the page. */
export type Slot<Id extends ModuleId> = Id extends keyof Slots ? Slots[Id] : object;

/** What the browser needs to make an island of the server's HTML live, or to render one that the server could not. */
export interface ServedIsland<Id extends ModuleId = ModuleId> {
  /** Its slot from the outer island. */
  readonly slot: Slot<Id>;
  /** The data of its rendering; absent when the server could not load its code. */
  readonly data?: ModuleData<Id> | null;
}

/** The state from which the browser continues. Islands without behaviour have none: they are only HTML. */
export interface PageState {
  readonly islands: { readonly [Id in ModuleId]?: ServedIsland<Id> };
  readonly submission: Submission | null;
  /** Months for which submissions are kept; 0 keeps them. */
  readonly retentionMonths: number;
  /** Whether every part of the page was loaded. */
  readonly complete: boolean;
}
