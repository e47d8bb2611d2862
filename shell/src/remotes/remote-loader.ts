import { isValidElement } from 'react';
import type { ModuleId, RemoteModule } from '@vidlunnia/contracts';

/** A loaded module. */
export interface LoadedModule<Id extends ModuleId> {
  readonly module: RemoteModule<Id>;
  /** Version of its release. */
  readonly version: string;
  /** Whether that is the release that the page names: only its code can take over the server's HTML. */
  readonly isOfPage: boolean;
}

/** Loads the modules that remotes expose: `browser-loader.ts` for a page, `rendering/server-loader.ts` for a worker. */
export interface RemoteLoader {
  /**
   * Loads a module from the first release that has it: the page's, the live one, the previous one, starting with
   * `begin` and skipping the versions in `except`. Rejects with the first error.
   */
  load<Id extends ModuleId>(
    id: Id,
    begin: 'page' | 'live',
    except?: ReadonlySet<string>,
  ): Promise<LoadedModule<Id>>;
}

/** Checks the value that a release exposes under a module's name. */
export function checkModule<Id extends ModuleId>(id: Id, module: RemoteModule<Id> | null): RemoteModule<Id> {
  if (!module || !isComponent(module.default)) throw new Error(`${id} exposes no component`);
  return module;
}

/** A function, or the result of `memo`, `lazy` and similar; not an element. */
const isComponent = (value: unknown): boolean =>
  typeof value === 'function' ||
  (typeof value === 'object' && value !== null && '$$typeof' in value && !isValidElement(value));
