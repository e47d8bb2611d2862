import { createContext, use, type ReactNode } from 'react';
import type { Api, ModuleId } from '@vidlunnia/contracts';
import type { IslandProps } from './island';
import type { Slot } from '../pages/slots';
import type { Submission } from '../pages/submission';
import type { ContactChoice } from './contact-choice';
import type { IslandStore } from './island-lifecycle';

/** What islands are made with; one object for the life of a page. */
export interface PageServices {
  readonly store: IslandStore;
  readonly api: Api;
  /** A form that was sent without a script and is answered by this page. */
  readonly submission: Submission | null;
  readonly contactChoice: ContactChoice;
  /** Months for which submissions are kept; 0 keeps them. */
  readonly retentionMonths: number;
  /** Whether everything that could arrive has arrived: so it is on a server. */
  readonly settled: boolean;
  /** Shows an island: see `Island`. */
  readonly IslandContent: <Id extends ModuleId>(props: IslandProps<Id>) => ReactNode;
  /** The islands of the page that came from the server, for those inside them. */
  readonly islands?: {
    placeOf(id: ModuleId): Element | undefined;
    hand<Id extends ModuleId>(id: Id, slot: Slot<Id>): void;
  };
}

export const PageServicesProvider = createContext<PageServices | null>(null);

export function usePageServices(): PageServices {
  const services = use(PageServicesProvider);
  if (!services) throw new Error('An island stands outside PageServicesProvider');
  return services;
}
