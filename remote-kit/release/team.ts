import type { Environment } from '../environment/read-settings';
import { remoteHere, type Remote } from '../environment/topology';
import type { ReleaseTarget } from './release-target';
import { siteOf, type Site } from './site';
import { targetOf } from './target-of';

/** A line for who runs a command. */
export type Say = (line: string) => void;

/** What a team's command works with. */
export interface Team {
  readonly remote: Remote;
  readonly environment: Environment;
  /** Where it publishes. */
  readonly target: ReleaseTarget;
  /** Where visitors get it. */
  readonly site: Site;
  readonly say: Say;
}

/** The team in whose folder npm runs its script. Throws when it is none, or when a variable has a wrong value. */
export function teamHere(environment: Environment, say: Say): Team {
  const remote = remoteHere();
  return {
    remote,
    environment,
    target: targetOf(remote, environment),
    site: siteOf(environment),
    say,
  };
}
