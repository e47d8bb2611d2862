import type { ModuleData, ModuleId } from '@vidlunnia/shared/contracts';
import type { Submission } from './submission';

/** Id of the element in which the document carries what its parts were rendered with. */
export const PAGE_STATE_ELEMENT = 'page-state';

/** What a page was rendered with, for the browser to go on from. */
export interface PageState {
  /** Data of the parts that the server rendered, `null` where loading them failed. */
  readonly parts: { readonly [Id in ModuleId]?: { readonly data: ModuleData<Id> | null } };
  readonly submission: Submission | null;
}
