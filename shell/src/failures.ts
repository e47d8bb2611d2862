import type { ModuleId } from '@vidlunnia/contracts';
import type { IslandFailureKind } from '@vidlunnia/contracts/release';

/** A failure of an island: its id, the stage, and a reason for operators of the site. */
export interface Failure {
  id: string;
  stage: 'load' | 'data' | 'render' | 'hydrate';
  reason: string;
}

const WORDS: Partial<Record<Failure['stage'], string>> = {
  load: 'cannot be loaded',
  data: 'cannot load data',
};

/** A failure of an island as a sentence. */
export const failureInWords = ({ id, stage, reason }: Failure): string =>
  `${id} ${WORDS[stage] ?? 'could not be rendered'}: ${reason}`;

/** Rejects with `reason()` when `promise` has not settled within `milliseconds`. */
export function withDeadline<Value>(
  promise: Promise<Value>,
  milliseconds: number,
  reason: () => Error,
): Promise<Value> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const deadline = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      reject(reason());
    }, milliseconds);
  });
  return Promise.race([promise, deadline]).finally(() => {
    clearTimeout(timer);
  });
}

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
