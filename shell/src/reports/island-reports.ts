import type { ModuleId } from '@vidlunnia/contracts';
import type { IslandFailureKind } from '@vidlunnia/contracts/release-report';

/** Where the shell takes reports. */
export const REPORTS_PATH = '/-/reports';

/** What a browser says of an island that failed: nothing of the visitor. */
export interface IslandReport {
  readonly island: ModuleId;
  /** Of the release that failed. */
  readonly version: string;
  readonly kind: IslandFailureKind;
}

const sent = new Set<string>();
const versions = new WeakMap<object, string>();

/** Notes of which release a module is, for `reportCrash`. */
export function noteRelease(module: object, version: string): void {
  versions.set(module, version);
}

/** Reports that a module's code threw. */
export function reportCrash(island: ModuleId, module: object): void {
  const version = versions.get(module);
  if (version !== undefined) reportIsland({ island, version, kind: 'crashed' });
}

/** Reports a failure, once while the document lives; on a server, and in a browser that cannot, it does nothing. */
export function reportIsland(report: IslandReport): void {
  const { navigator } = globalThis as { readonly navigator?: Partial<Pick<Navigator, 'sendBeacon'>> };
  const body = JSON.stringify(report);
  if (!navigator?.sendBeacon || sent.has(body)) return;
  sent.add(body);
  navigator.sendBeacon(REPORTS_PATH, body);
}
