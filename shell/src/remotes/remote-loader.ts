import { isValidElement } from 'react';
import type { ModuleId, RemoteModule } from '@vidlunnia/contracts';

/** What a loader gives for the id of a module. */
export interface LoadedModule<Id extends ModuleId> {
  readonly module: RemoteModule<Id>;
  /** Of the release that it came from. */
  readonly version: string;
  /** Whether that is the release that the page names: its code can take over the server's HTML. */
  readonly isOfPage: boolean;
}

/** Loads the modules that remotes expose: `browser-loader.ts` for a page, `rendering/server-loader.ts` for a worker. */
export interface RemoteLoader {
  /**
   * Loads a module from the first release that gives it: the page's, the live one, the previous one. `begin` is where it
   * begins, `except` are the versions that it passes over.
   * @throws why the first of them did not give it
   */
  load<Id extends ModuleId>(
    id: Id,
    begin: 'page' | 'live',
    except?: ReadonlySet<string>,
  ): Promise<LoadedModule<Id>>;
}

/** Checks what a release exposes under a module's name. */
export function checkModule<Id extends ModuleId>(id: Id, module: RemoteModule<Id> | null): RemoteModule<Id> {
  if (!module || !isComponent(module.default)) throw new Error(`${id} exposes no component`);
  return module;
}

/** A function, or what `memo`, `lazy` and their like make of one; not an element made of it. */
const isComponent = (value: unknown): boolean =>
  typeof value === 'function' ||
  (typeof value === 'object' && value !== null && '$$typeof' in value && !isValidElement(value));
