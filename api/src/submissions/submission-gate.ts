/** Lets in so many at once, and nobody more: there is no queue. */
export interface SubmissionGate {
  /** Gives what to call when the work is done; `undefined` when too much is under way. */
  readonly enter: () => (() => void) | undefined;
}

export function createSubmissionGate(most: number): SubmissionGate {
  let inside = 0;
  return {
    enter: () => {
      if (inside >= most) return undefined;
      inside += 1;
      return () => {
        inside -= 1;
      };
    },
  };
}
