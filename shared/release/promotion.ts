import { setTimeout as pause } from 'node:timers/promises';
import type { ReleaseReport, Rejection } from '../contracts/release-report';
import type { Site } from './site';

/** Milliseconds between two questions. */
const INTERVAL = 100;

/** What became of a version that the pointer names. */
export type Outcome =
  | { readonly kind: 'promoted' }
  | { readonly kind: 'rejected'; readonly step: string; readonly reason: string }
  /** Another version was released meanwhile, and is the one that the shell polls. */
  | { readonly kind: 'overtaken'; readonly by: string }
  | { readonly kind: 'unknown'; readonly why: string };

interface Watch {
  readonly site: Site;
  readonly remote: string;
  readonly version: string;
  /** What the shell said before the version was published: what it rejected then is no answer now. */
  readonly before: ReleaseReport;
  readonly readPointer: () => Promise<string | null>;
  /** Milliseconds. */
  readonly deadline: number;
  readonly signal?: AbortSignal;
}

/** Asks a shell until it has promoted or rejected a version, or until the deadline. */
export async function awaitPromotion(watch: Watch): Promise<Outcome> {
  const { site, remote, version, before, readPointer, deadline, signal } = watch;
  const end = Date.now() + deadline;
  const known = rejectionOf(before, remote, version)?.at;
  for (;;) {
    const answer = await site.ask();
    if (typeof answer !== 'string') {
      if (answer.remotes[remote]?.live?.version === version) return { kind: 'promoted' };
      // Compared with what it said before, not with this machine's clock, which may be another.
      const rejection = rejectionOf(answer, remote, version);
      if (rejection && rejection.at !== known) return { kind: 'rejected', ...rejection };
    }
    const pointer = await readPointer();
    if (pointer !== null && pointer !== version) return { kind: 'overtaken', by: pointer };
    if (Date.now() >= end) return { kind: 'unknown', why: silence(answer, watch) };
    await pause(INTERVAL, undefined, { signal });
  }
}

const rejectionOf = ({ remotes }: ReleaseReport, remote: string, version: string): Rejection | undefined =>
  remotes[remote]?.rejections.find((rejection) => rejection.version === version);

function silence(answer: ReleaseReport | string, { remote, version }: Watch): string {
  if (typeof answer === 'string') return answer;
  const { live, rejections } = answer.remotes[remote] ?? { live: null, rejections: [] };
  // Where the pointer cannot be read, no version is named.
  const rejection = rejections.find((rejected) => rejected.version === version || rejected.version === null);
  if (rejection) return `the shell said last, at ${rejection.step}: ${rejection.reason}`;
  return `${live?.version ?? 'nothing'} is live still`;
}
