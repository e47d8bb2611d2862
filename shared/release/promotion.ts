import { setTimeout as pause } from 'node:timers/promises';
import type { RemoteName } from '../contracts';
import type { LiveReleases, Refusal } from '../contracts/live-releases';
import type { Site } from './site';

/** Milliseconds between two questions. */
const INTERVAL = 100;

/** What became of a version that the pointer names. */
export type Outcome =
  | { readonly kind: 'promoted' }
  | { readonly kind: 'refused'; readonly step: string; readonly reason: string }
  /** Another version was released meanwhile, and is the one that the shell looks at. */
  | { readonly kind: 'overtaken'; readonly by: string }
  | { readonly kind: 'unknown'; readonly why: string };

interface Watch {
  readonly site: Site;
  readonly remote: RemoteName;
  readonly version: string;
  /** What the shell said before the version was published: what it refused then is no answer now. */
  readonly before: LiveReleases;
  readonly readPointer: () => Promise<string | null>;
  /** Milliseconds. */
  readonly deadline: number;
  readonly signal?: AbortSignal;
}

/** Asks a shell until it has promoted or refused a version, or until the deadline. */
export async function awaitPromotion(watch: Watch): Promise<Outcome> {
  const { site, remote, version, before, readPointer, deadline, signal } = watch;
  const end = Date.now() + deadline;
  const known = refusalOf(before, remote, version)?.at;
  for (;;) {
    const answer = await site.ask();
    if (typeof answer !== 'string') {
      if (answer.remotes[remote]?.live?.version === version) return { kind: 'promoted' };
      // Compared with what it said before, not with this machine's clock, which may be another.
      const refusal = refusalOf(answer, remote, version);
      if (refusal && refusal.at !== known) return { kind: 'refused', ...refusal };
    }
    const pointer = await readPointer();
    if (pointer !== null && pointer !== version) return { kind: 'overtaken', by: pointer };
    if (Date.now() >= end) return { kind: 'unknown', why: silence(answer, watch) };
    await pause(INTERVAL, undefined, { signal });
  }
}

const refusalOf = ({ remotes }: LiveReleases, remote: RemoteName, version: string): Refusal | undefined =>
  remotes[remote]?.refusals.find((refusal) => refusal.version === version);

function silence(answer: LiveReleases | string, { remote, version }: Watch): string {
  if (typeof answer === 'string') return answer;
  const { live, refusals } = answer.remotes[remote] ?? { live: null, refusals: [] };
  // Where the pointer cannot be read, no version is named.
  const refusal = refusals.find((refused) => refused.version === version || refused.version === null);
  if (refusal) return `the shell said last, at ${refusal.step}: ${refusal.reason}`;
  return `${live?.version ?? 'nothing'} is live still`;
}
