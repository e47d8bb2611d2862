import type { Results } from '../../tasks/results';
import { messageOf } from '../../process/errors';

/** Runs one check and tells of it; resolves with whether it passed. What a check resolves with is told beside its title. */
export type Check = (title: string, run: () => Promise<string>) => Promise<boolean>;

export interface Checks {
  readonly check: Check;
  readonly results: () => Results;
}

/** Checks that are told one by one, until `signal` is aborted. */
export function startChecks(signal: AbortSignal, say: (line: string) => void): Checks {
  let [passed, failed] = [0, 0];
  const check: Check = async (title, run) => {
    signal.throwIfAborted();
    const started = Date.now();
    const seconds = () => `(${((Date.now() - started) / 1000).toFixed(1)} s)`;
    try {
      const detail = await run();
      passed += 1;
      say(`✓ ${title}: ${detail} ${seconds()}`);
      return true;
    } catch (error) {
      failed += 1;
      say(`✗ ${title}: ${messageOf(error)} ${seconds()}`);
      return false;
    }
  };
  return { check, results: () => ({ passed, failed, skipped: 0 }) };
}
