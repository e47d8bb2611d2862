import type { ContactSlot, ModuleData, ModuleId, PageHead, VacanciesSlot } from '@vidlunnia/contracts';
import type { Failure } from '../failure';

/** A page rendered by the server. */
export interface RenderedPage {
  /** `missing`: the address has no page. `lost`: its post or archive could not be loaded. */
  readonly kind: 'page' | 'missing' | 'lost';
  readonly head: PageHead;
  /** The content of the document's root element. */
  readonly html: Html;
  /** Parts that were not loaded or rendered. */
  readonly failures: readonly Failure[];
  /** Invalid items from the API that the page leaves out; it still counts as complete. */
  readonly notices?: readonly string[];
}

/** HTML with the islands in their places. */
export type Html = readonly (string | RenderedIsland)[];

export interface RenderedIsland {
  readonly id: ModuleId;
  readonly html: Html;
  /** Absent for an island without behaviour, which is only HTML. */
  readonly state?: ServedIsland;
}

/** What the browser needs to make an island of the server's HTML live, or to render one that the server could not. */
export interface ServedIsland<Id extends ModuleId = ModuleId> {
  /** Its slot from the outer island. */
  readonly slot: Slot<Id>;
  /** The data of its rendering; absent when the server could not load its code. */
  readonly data?: ModuleData<Id> | null;
}

export type IslandStates = { readonly [Id in ModuleId]?: ServedIsland<Id> };

/** Input of an island from the outer island or the page's address; JSON, since it is embedded in the page. */
export type Slot<Id extends ModuleId> = Id extends keyof Slots ? Slots[Id] : object;

/** Additional input of islands, besides the props of all islands of their kind. */
interface Slots {
  readonly 'forms/ApplicationForm': VacanciesSlot;
  readonly 'forms/ContactForm': ContactSlot;
}

export const textOf = (html: Html): string =>
  html.map((piece) => (typeof piece === 'string' ? piece : textOf(piece.html))).join('');

/** All islands, also those inside others. */
export const islandsIn = (html: Html): RenderedIsland[] =>
  html.flatMap((piece) => (typeof piece === 'string' ? [] : [piece, ...islandsIn(piece.html)]));

const WORDS: Partial<Record<Failure['stage'], string>> = {
  load: 'cannot be loaded',
  data: 'cannot load data',
};

/** A failure of an island as a sentence. */
export const failureInWords = ({ id, stage, reason }: Failure): string =>
  `${id} ${WORDS[stage] ?? 'could not be rendered'}: ${reason}`;
