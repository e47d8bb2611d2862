import type { ComponentType } from 'react';
import type { LoadContext } from './api.ts';
import type { ContactDetails } from './site.ts';

/**
 * Id of a section that the operator's list of remotes puts on a page, of a remote outside this contract:
 * `<remote>/zone/<Module>`.
 */
export type ZoneId = `${string}/zone/${string}`;

/** Props that the shell passes to every such section, in addition to its data. */
export interface ZoneProps {
  /** Id of the section's element. */
  readonly id: string;
  /** Level of the section's heading. */
  readonly headingLevel: 2;
  /** How to reach the agency. */
  readonly details: ContactDetails;
}

/** A section for a zone; `Data` is the result of its `load`: JSON, since it is embedded in the page. */
export interface ZoneModule<Data = null> {
  /** `data` is `null` when the module loads nothing, or when loading failed. */
  readonly default: ComponentType<ZoneProps & { readonly data: Data | null }>;
  readonly load?: (params: object, context: LoadContext) => Promise<Data>;
  /** Whether it has behaviour of its own: only then its code is loaded with the first page. */
  readonly interactive?: boolean;
}

/** All modules of a remote for zones, by name; its `src/exposes.ts` must satisfy it. */
export type ZoneModules = Readonly<
  Record<
    string,
    Omit<ZoneModule<never>, 'load'> & {
      readonly load?: (params: object, context: LoadContext) => Promise<unknown>;
    }
  >
>;
