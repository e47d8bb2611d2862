import { readFileSync, writeFileSync } from 'node:fs';
import type { Log } from '@vidlunnia/operating';
import { messageOf } from '@vidlunnia/settings/machine';
import type { ReleaseSet } from '../../page/remotes/release-set';

/**
 * Rejects releases whose render test killed an earlier host, because the test would kill this one too. `file` lists the
 * releases under test, except those that were live before. Until a release is live, nothing is rejected: the machine may
 * be the cause.
 */
export function openFatalTests(
  file: string,
  promoted: (name: string) => readonly { readonly version: string }[],
  log: Log,
) {
  const fatal = readLines(file);
  let inTest: readonly string[] = [];
  let isForgotten = false;
  /** Synchronously, because a tested release may kill this process at any moment. */
  const write = () => {
    try {
      writeFileSync(file, isForgotten ? '' : [...fatal, ...inTest].join('\n'));
    } catch (error) {
      log.warn(`It is not recorded which releases are tested: ${messageOf(error)}`);
    }
  };
  return {
    /** Runs a set's render test. Rejects without it when the set has a release that was set aside. */
    run: async <Result>({ remotes }: ReleaseSet, test: () => Promise<Result>): Promise<Result> => {
      const untested = Object.entries(remotes).filter(([name, { version }]) =>
        promoted(name).every((each) => each.version !== version),
      );
      const lines = untested.map(([name, { version }]) => `${name} ${version}`);
      const found =
        untested.length < Object.keys(remotes).length && lines.find((line) => fatal.includes(line));
      if (found)
        throw new Error(`the host was killed while it tested ${found}; restart the host to test it again`);
      inTest = [...inTest, ...lines];
      write();
      try {
        return await test();
      } finally {
        inTest = inTest.filter((line) => !lines.includes(line));
        write();
      }
    },
    /** Forgets all, and records no test from now on, because this process ends on request. */
    forget: (): void => {
      isForgotten = true;
      write();
    },
  };
}

function readLines(file: string): readonly string[] {
  try {
    return readFileSync(file, 'utf8').split('\n').filter(Boolean);
  } catch {
    return [];
  }
}
