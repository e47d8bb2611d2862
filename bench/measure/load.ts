import { startTool } from './tool';

/** Connections that ask at the same time. */
export const CONNECTIONS = 20;

/** What is read of autocannon's result. */
interface Answers {
  readonly errors: number;
  readonly timeouts: number;
  readonly non2xx: number;
  readonly requests: {
    /** Per second. */
    readonly average: number;
    readonly total: number;
  };
  readonly statusCodeStats: Readonly<Record<string, { readonly count: number }>>;
  /** Milliseconds. */
  readonly latency: { readonly p99: number };
}

/** Of autocannon's options. */
interface LoadOptions {
  /** Seconds. */
  readonly duration: number;
  /** Requests per second over all connections; without it, as many as are answered. */
  readonly overallRate?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** `GET` without it. */
  readonly method?: 'POST';
  readonly body?: string;
  /** That many take turns; each has an address of its own, and asks for these paths with its number behind. */
  readonly visitors?: { readonly count: number; readonly paths: readonly string[] };
}

/** A running load. */
export interface Load {
  readonly result: Promise<Answers>;
  /** Ends it before its time. */
  readonly stop: () => void;
}

/** Asks for an address again and again, with autocannon. */
export function startLoad(url: string, options: LoadOptions): Load {
  const all = { ...options, url, connections: CONNECTIONS };
  const { result, interrupt } = startTool('load.mjs', JSON.stringify(all));
  return { result: result as Promise<Answers>, stop: interrupt };
}
