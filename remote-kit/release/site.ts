import { Value } from '@sinclair/typebox/value';
import { schemaProblems } from '@vidlunnia/contracts/checked';
import { type Environment, getter, siteUrlOf } from '@vidlunnia/settings';
import {
  RELEASE_REPORT_PATH,
  ReleaseReportSchema,
  type ReleaseReport,
} from '@vidlunnia/contracts/release-report';
import { reasonOf } from '@vidlunnia/settings/errors';

/** Milliseconds for one response. */
const TIMEOUT = 2_000;

/** A running site that reports its live releases. */
export interface Site {
  readonly url: string;
  /** The shell's report, or a sentence why there is none. Never rejects. */
  ask(): Promise<ReleaseReport | string>;
}

/** The site at `SITE_URL`, else on this machine at the shell's port. Throws when a variable has a wrong value. */
export function siteOf(environment: Environment): Site {
  const url = siteUrlOf(getter(environment));
  return { url, ask: () => ask(new URL(RELEASE_REPORT_PATH, url).href) };
}

async function ask(address: string): Promise<ReleaseReport | string> {
  try {
    const response = await fetch(address, { signal: AbortSignal.timeout(TIMEOUT) });
    if (!response.ok) return `${address} answered ${String(response.status)}`;
    const answer: unknown = await response.json();
    if (Value.Check(ReleaseReportSchema, answer)) return answer;
    return `${address} answered something else: ${schemaProblems(ReleaseReportSchema, answer)[0]?.text ?? ''}`;
  } catch (error) {
    return `${address} did not answer: ${reasonOf(error)}`;
  }
}
