export const GROUPS = [
  'size',
  'throughput',
  'submissions',
  'memory',
  'releases',
  'development',
  'touch',
  'lighthouse',
] as const;

export type Group = (typeof GROUPS)[number];

/** One measured number and what it should be. */
export interface Figure {
  readonly name: string;
  readonly measured: number;
  readonly unit: '' | 's' | 'ms' | 'KB' | 'MB' | '×' | 'per s';
  /** Without one the figure is there for the picture. */
  readonly target?: { readonly at: 'most' | 'least'; readonly value: number };
  /** What the number was made of. */
  readonly detail?: string;
}

export const atMost = (value: number) => ({ at: 'most', value }) as const;
export const atLeast = (value: number) => ({ at: 'least', value }) as const;

/** Whether a figure's target is reached; `null` when it has none. */
export function isMet({ measured, target }: Figure): boolean | null {
  if (!target) return null;
  return target.at === 'most' ? measured <= target.value : measured >= target.value;
}

/** Bytes as figures have them: KB of 1,000 bytes. */
export const kilobytes = (bytes: number): number => bytes / 1_000;
