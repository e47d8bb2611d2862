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

/** Reports a failure, once while the document lives; in a browser that cannot, it does nothing. */
export function reportIsland(report: IslandReport): void {
  const body = JSON.stringify(report);
  if (sent.has(body)) return;
  sent.add(body);
  // Some browsers are set up without it.
  (navigator as Partial<Navigator>).sendBeacon?.(REPORTS_PATH, body);
}
