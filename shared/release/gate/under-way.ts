/** What is under way, named, so that whoever waits in vain can tell what for. */
export interface UnderWay {
  /** Does something under a name. */
  run<Value>(step: string, act: () => Promise<Value>): Promise<Value>;
  /** Rejects after `deadline` milliseconds with the names of what is still under way. */
  within<Value>(deadline: number, work: Promise<Value>): Promise<Value>;
}

export function trackSteps(): UnderWay {
  const steps = new Set<string>();
  return {
    run: async (step, act) => {
      steps.add(step);
      try {
        return await act();
      } finally {
        steps.delete(step);
      }
    },
    within: async (deadline, work) => {
      const { promise: late, reject } = withRejection();
      const timer = setTimeout(() => {
        reject(new Error(`not done in ${String(deadline / 1000)} s: ${[...steps].join('; ')}`));
      }, deadline);
      try {
        return await Promise.race([work, late]);
      } finally {
        clearTimeout(timer);
        // Nobody waits any longer for what comes too late.
        work.catch(() => undefined);
      }
    },
  };
}

function withRejection() {
  let reject: (reason: Error) => void = () => undefined;
  const promise = new Promise<never>((_, rejects) => {
    reject = rejects;
  });
  return { promise, reject };
}
