import { createContext, use, type ReactNode } from 'react';
import type { Api, ContactSlot, ModuleId, ModuleParams, ServiceType } from '@vidlunnia/contracts';
import type { Submission } from '../pages/page-request';
import type { Slot } from '../pages/page-state';
import type { IslandStore } from './lifecycle';
import type { Observable } from './observable';

export interface IslandProps<Id extends ModuleId = ModuleId> {
  readonly id: Id;
  /** One object as long as the island is the same. */
  readonly params: ModuleParams<Id>;
  readonly slot: Slot<Id>;
}

/** What islands are made with; one object for the life of a page. */
export interface PageServices {
  readonly store: IslandStore;
  readonly api: Api;
  /** A form that was sent without a script and is answered by this page. */
  readonly submission: Submission | null;
  /** What the contact form is handed: the service that the visitor chose last. */
  readonly contactChoice: Observable<ContactSlot>;
  /** Months for which submissions are kept; 0 keeps them. */
  readonly retentionMonths: number;
  /** On a server, which renders each island by itself: leaves its place. Whatever could arrive has arrived by then. */
  readonly leavePlace?: (island: IslandProps) => ReactNode;
  /** The islands of the page that came from the server, for those inside them. */
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

/** What a chosen service hands to the contact form. `null` is no news: a form that is live keeps its choice. */
export const contactSlot = (service: ServiceType | null): ContactSlot =>
  service === null ? {} : { chosen: { service } };
