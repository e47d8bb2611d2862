import type { ComponentType } from 'react';
import type { LoadContext } from './api.ts';
import type { ContactDetails } from './site.ts';

/**
 * Id of a zone's section, `<remote>/zone/<Module>`. Its remote is outside this contract; the operator's list puts it on a
 * page.
 */
export type ZoneId = `${string}/zone/${string}`;

/** Props that the shell passes to every such section, in addition to its data. */
export interface ZoneProps {
  /** Id of the section's element. */
  readonly id: string;
  /** Level of the section's heading. */
  readonly headingLevel: 2;
  /** The agency's contact details. */
  readonly details: ContactDetails;
}

/** A section for a zone. `Data`, the result of its `load`, is JSON because the page embeds it. */
export interface ZoneModule<Data = null> {
  /** `data` is `null` when the module loads nothing, or when loading failed. */
  readonly default: ComponentType<ZoneProps & { readonly data: Data | null }>;
  readonly load?: (params: object, context: LoadContext) => Promise<Data>;
  /** Whether it has behaviour. A first page loads no code of a section without. */
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
