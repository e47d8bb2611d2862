import type { Api, ContactSlot, FormName, FormOutcome } from '@vidlunnia/contracts';
import type { IslandInput } from '@vidlunnia/engine';
/** What a page of this site shows besides the content of its address. */
export interface PageInput {
  /** Result of a form that was sent without a script. */
  readonly submission?: FormOutcome & {
    readonly form: FormName;
  };
  /** The valid service that the contact form opens with. */
  readonly service?: string;
}
/** What this site gives to its islands. */
interface Given extends IslandInput {
  readonly api: Api;
  readonly input: PageInput | null;
}
/** The props of a module from the shell, without its data. */
export declare function propsOf(id: string, given: Given): object;
/** Slot of the contact form for a chosen service. Without a service, a live form keeps its choice. */
export declare const contactSlot: (service?: string) => ContactSlot;
/** The slots that a page's input fills. */
export declare const slotsOf: (input: PageInput | null) => {
  'forms/ContactForm': ContactSlot;
};
export {};
