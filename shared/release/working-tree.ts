import type { Gate, GateOptions } from './gate/gate';
import type { BuiltRelease } from './built-release';
import type { Steps } from './release-steps';
import type { Team } from './team';

/** A team's sources, of which it makes a release. */
export interface WorkingTree {
  /** What has to hold before anything is published; the last one builds. */
  readonly steps: Steps;
  /** Version of what the sources, as they are now, build. */
  version(): string;
  /** What was built last. */
  readBuilt(): Promise<BuiltRelease>;
  /**
   * Prepares to try what is built as a whole page. Rejects when a browser is wanted and there is none. Absent where there
   * is no shell: then the site alone tries a release, when it takes it in.
   */
  openGate?(team: Team, options: GateOptions): Promise<Gate>;
}
