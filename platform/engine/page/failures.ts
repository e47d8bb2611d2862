import type { Measurement } from '@vidlunnia/releases/visits';

/** A failure of an island; the reason is for operators of the site. */
export interface Failure {
  id: string;
  stage: 'load' | 'data' | 'late' | 'render';
  reason: string;
}

const WORDS: Partial<Record<Failure['stage'], string>> = {
  load: 'cannot be loaded',
  data: 'cannot load data',
  late: 'was cut off',
};

/** Returns a failure as a sentence. */
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
 * Browsers begin a visit here: they post the id of their document's release set, `{ releaseSet }`. The response has the
 * visit's token, `{ visit }`, or status 204 when the visit is not counted.
 */
export const VISIT_PATH = '/-/visit';

/** The host accepts reports here. */
export const REPORTS_PATH = '/-/reports';

/**
 * Failures of a release that browsers report: an island's code did not load in time, it crashed while it was rendered,
 * or nothing caught an error, for example of an event handler.
 */
export const FAILURE_KINDS = ['not-loaded', 'crashed', 'threw'] as const;

/** A browser's report about a failed release, without data of the visitor. */
export interface FailureReport {
  readonly remote: string;
  /** Version of the failed release. */
  readonly version: string;
  readonly kind: (typeof FAILURE_KINDS)[number];
  /** Absent for an error outside of rendering. */
  readonly island?: string;
  /** Token of the visit, if it is counted. */
  readonly visit?: string;
}

/** A browser's report about the speed of its page, in milliseconds. */
export interface MeasurementReport {
  readonly visit: string;
  readonly metric: Measurement;
  readonly value: number;
}

/** Milliseconds for which a failure waits for the token of its visit: without a token it withdraws no release. */
const TOKEN_TIMEOUT = 10_000;

/** The token of the visit, `null` when it is not counted. */
let visit: Promise<string | null> = Promise.resolve(null);

/** Sets the visit of later reports. */
export function setVisit(begun: Promise<string | null>): void {
  visit = begun.catch(() => null);
}

/** The token, if it arrives in time and while the page is shown: a hidden page may never be shown again. */
const awaitToken = (): Promise<string | null> =>
  Promise.race([
    visit,
    new Promise<null>((resolve) => {
      const giveUp = () => {
        resolve(null);
      };
      setTimeout(giveUp, TOKEN_TIMEOUT);
      document.addEventListener('visibilitychange', giveUp, { once: true });
    }),
  ]);

const sent = new Set<string>();

/** Whether a browser's translator has replaced texts, which may crash React's updates. */
const isTranslated = () => document.querySelector('font, html[class*="translated-"]') !== null;

/**
 * Reports a failure once per document. Does nothing in a browser without beacons, and on a translated page, because no
 * release is at fault there.
 */
export async function reportFailure(failure: Omit<FailureReport, 'visit'>): Promise<void> {
  if (isTranslated()) return;
  const key = JSON.stringify(failure);
  if (sent.has(key)) return;
  sent.add(key);
  const token = await awaitToken();
  sendReport(token === null ? failure : { ...failure, visit: token });
}

export function sendReport(report: FailureReport | MeasurementReport): void {
  // Some browsers lack or disable `sendBeacon`.
  (navigator as Partial<Navigator>).sendBeacon?.(REPORTS_PATH, JSON.stringify(report));
}

/** A file of a release. The first one in a stack is of the innermost function of a remote. */
const REMOTE_FILE = /\/remotes\/([a-z][a-z0-9]*)\/([0-9a-f]{12})\//;

/** Reports uncaught errors of remotes' code, for example in React's event handlers. */
export function watchErrors(): void {
  const watch = (error: unknown, file = '') => {
    // In Chromium a stack begins with the message, and the engine's messages may name a remote's file.
    const frames = error instanceof Error ? error.stack?.replace(error.message, '') : undefined;
    // A file did not load, which is no fault of the code.
    if (error instanceof Error && error.name === 'ChunkLoadError') return;
    const [, remote, version] = REMOTE_FILE.exec(frames ?? file) ?? [];
    if (remote && version) void reportFailure({ remote, version, kind: 'threw' });
  };
  window.addEventListener('error', ({ error, filename }) => {
    watch(error, filename);
  });
  window.addEventListener('unhandledrejection', ({ reason }) => {
    watch(reason);
  });
}
