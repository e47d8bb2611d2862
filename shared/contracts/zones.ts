import type { ComponentType } from 'react';
import type { LoadContext } from './api.ts';
import type { ContactDetails } from './site.ts';

/**
 * Id of a section that the operator's list of remotes puts on a page, by a remote that this contract does not name:
 * `<remote>/zone/<Module>`.
 */
export type ZoneId = `${string}/zone/${string}`;

/** What the shell passes to every such section, beside its data. */
export interface ZoneProps {
  /** Id that the section's element has to bear. */
  readonly id: string;
  /** Level of the section's heading. */
  readonly headingLevel: 2;
  /** How to reach the agency. */
  readonly details: ContactDetails;
}

/** A section for a zone; `Data` is what its own `load` gives: JSON, since it travels with the page. */
export interface ZoneModule<Data = null> {
  /** `data` is `null` when it loads nothing or its loading failed. */
  readonly default: ComponentType<ZoneProps & { readonly data: Data | null }>;
  readonly load?: (params: object, context: LoadContext) => Promise<Data>;
  /** Whether it has behaviour of its own: only then does its code come with the first page. */
  readonly interactive?: boolean;
}

/** All that a remote for zones exposes, by module name; its `src/exposes.ts` must satisfy it. */
export type ZoneModules = Readonly<
  Record<
    string,
    Omit<ZoneModule<never>, 'load'> & {
      readonly load?: (params: object, context: LoadContext) => Promise<unknown>;
    }
  >
>;
