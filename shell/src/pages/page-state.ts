import type { ModuleData, ModuleId } from '@vidlunnia/contracts';
import type { Slot } from './slots';
import type { Submission } from './submission';

/** What the browser needs to make an island of the server's HTML live, or to try one that the server could not make. */
export interface ServedIsland<Id extends ModuleId> {
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
