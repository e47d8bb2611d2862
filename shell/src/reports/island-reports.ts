import type { ModuleId } from '@vidlunnia/contracts';
import type { IslandFailureKind } from '@vidlunnia/contracts/release';

/** Where the shell accepts reports. */
export const REPORTS_PATH = '/-/reports';

/** A browser's report about a failed island, without data of the visitor. */
export interface IslandReport {
  readonly island: ModuleId;
  /** Version of the failed release. */
  readonly version: string;
  readonly kind: IslandFailureKind;
}

const sent = new Set<string>();

/** Reports a failure once per document; does nothing in a browser without beacons. */
export function reportIsland(report: IslandReport): void {
  const body = JSON.stringify(report);
  if (sent.has(body)) return;
  sent.add(body);
  // Some browsers disable it.
  (navigator as Partial<Navigator>).sendBeacon?.(REPORTS_PATH, body);
}
