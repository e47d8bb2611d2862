import { createContext, use, type ReactNode } from 'react';
import type { Api, ContactSlot, ModuleId, ModuleParams } from '@vidlunnia/contracts';
import type { Submission } from '../pages/page-request';
import type { Slot } from '../pages/rendered-page';
import type { IslandStore } from './lifecycle';
import type { Observable } from './observable';

export interface IslandProps<Id extends ModuleId = ModuleId> {
  readonly id: Id;
  /** The same object as long as the island is the same. */
  readonly params: ModuleParams<Id>;
  readonly slot: Slot<Id>;
}

/** Services for islands; one object for the lifetime of a page. */
export interface PageServices {
  readonly store: IslandStore;
  readonly api: Api;
  /** A form that was sent without a script; this page is the response. */
  readonly submission: Submission | null;
  /** Slot of the contact form: the service that the visitor chose last. */
  readonly contactChoice: Observable<ContactSlot>;
  /** Months for which submissions are kept; 0 keeps them. */
  readonly retentionMonths: number;
  /** On a server, which renders each island separately: leaves its place in the HTML. All loading has ended by then. */
  readonly leavePlace?: (island: IslandProps) => ReactNode;
  /** The islands of the server's page, for those inside them. */
  readonly served?: {
    placeOf(id: ModuleId): Element | undefined;
    hand(id: ModuleId, slot: object): void;
  };
}

export const PageServicesProvider = createContext<PageServices | null>(null);

export function usePageServices(): PageServices {
  const services = use(PageServicesProvider);
  if (!services) throw new Error('An island stands outside PageServicesProvider');
  return services;
}

/** Slot of the contact form for a chosen service. None does not change the choice of a live form. */
export const contactSlot = (service = ''): ContactSlot => (service === '' ? {} : { chosen: { service } });
