import type { ModuleId } from '@vidlunnia/contracts';
import type { FailureKind } from '@vidlunnia/contracts/release';
import type { Measurement } from '@vidlunnia/contracts/visits';

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

/**
 * Where a browser begins a visit: it posts the id of its document's release set, `{ releaseSet }`. The response has the
 * visit's token, `{ visit }`; status 204 when the visit is not counted.
 */
export const VISIT_PATH = '/-/visit';

/** Where the shell accepts reports. */
export const REPORTS_PATH = '/-/reports';

/** A browser's report about a failed release, without data of the visitor. */
export interface FailureReport {
  readonly remote: string;
  /** Version of the failed release. */
  readonly version: string;
  readonly kind: FailureKind;
  /** Absent when the error was thrown outside of rendering. */
  readonly island?: ModuleId;
  /** Token of the visit, if it is counted. */
  readonly visit?: string;
}

/** A browser's report about the speed of its page, in milliseconds. */
export interface MeasurementReport {
  readonly visit: string;
  readonly metric: Measurement;
  readonly value: number;
}

const sent = new Set<string>();

/** Reports a failure once per document; does nothing in a browser without beacons. */
export function reportIsland(report: Required<Omit<FailureReport, 'remote' | 'visit'>>): void {
  const { island } = report;
  const body = JSON.stringify({ remote: island.slice(0, island.indexOf('/')), ...report });
  if (sent.has(body)) return;
  sent.add(body);
  // Some browsers disable it.
  (navigator as Partial<Navigator>).sendBeacon?.(REPORTS_PATH, body);
}
