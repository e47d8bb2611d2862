import { createContext, use, type ReactNode } from 'react';
import type { Api, ModuleId } from '@vidlunnia/shared/contracts';
import type { IslandProps } from '../islands/island';
import type { Islands } from '../islands/islands';
import type { Submission } from '../pages/submission';
import type { PartStore } from './part-store';

/** What parts are made with; one object for the life of a page. */
export interface PartServices {
  readonly store: PartStore;
  readonly api: Api;
  /** A form that was sent without a script and is answered by this page. */
  readonly submission: Submission | null;
  /** Whether everything that could arrive has arrived: so it is on a server. */
  readonly settled: boolean;
  /** What stands where an island is: see `Island`. */
  readonly IslandContent: <Id extends ModuleId>(props: IslandProps<Id>) => ReactNode;
  /** The islands of the page that came from the server, for those inside them. */
  readonly islands?: Pick<Islands, 'placeOf' | 'hand'>;
  /** Tells those who do not see the page that something on it changed. */
  readonly announce: (text: string) => void;
}

const PartServicesContext = createContext<PartServices | null>(null);

export const PartServicesProvider = PartServicesContext;

export function usePartServices(): PartServices {
  const services = use(PartServicesContext);
  if (!services) throw new Error('A part stands outside PartServicesProvider');
  return services;
}
