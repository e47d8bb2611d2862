import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { Type, type Static } from '@sinclair/typebox';
import { parseChecked } from '@vidlunnia/contracts/checked';
import { VersionSchema } from '@vidlunnia/contracts/release';
import { json } from './history';
import type { ReleaseTarget } from './release-target';

/** Versions that somebody works on; no origin needs to show it. */
const CLAIMS_FILE = '.claims.json';
/** Milliseconds for which a claim keeps others away. Clocks of a team's machines must not differ by more than half. */
export const LEASE = 300_000;
const REMOVAL = 'removal';

const ClaimSchema = Type.Object({
  version: VersionSchema,
  /** A removal of its own, or a hash of what is published: several may publish the same at once. */
  work: Type.String(),
  /** All that may lie in the version's directory: no target is listed. */
  files: Type.Array(Type.String()),
  by: Type.String(),
  /** ISO 8601. */
  since: Type.String(),
});
const ClaimsSchema = Type.Array(ClaimSchema);

export type Claim = Static<typeof ClaimSchema>;

/** The work of one process that removes versions: nobody else may do the same before it has ended. */
export const removal = (): string => `${REMOVAL} ${randomUUID()}`;
export const isRemoval = ({ work }: Claim): boolean => work.startsWith(REMOVAL);

/** A claim of this process. */
export const claimHere = (version: string, work: string, files: readonly string[]): Claim => ({
  ...{ version, work, files: [...files], since: new Date().toISOString() },
  by: `${process.env['USER'] ?? process.env['USERNAME'] ?? 'somebody'} on ${hostname()} (process ${String(process.pid)})`,
});

export const isExpired = ({ since }: Claim, lease = LEASE): boolean =>
  Date.now() - Date.parse(since) >= lease;

export async function readClaims(target: ReleaseTarget): Promise<readonly Claim[]> {
  return parseClaims(await target.read(CLAIMS_FILE));
}

const parseClaims = (bytes: Buffer | null): Claim[] =>
  bytes ? parseChecked(ClaimsSchema, bytes, `${CLAIMS_FILE} of the target`) : [];

/** Claims versions for work; gives the claims of others who do something else with one of them, which is not claimed then. */
export async function claim(
  target: ReleaseTarget,
  wanted: readonly Claim[],
  lease = LEASE,
): Promise<readonly Claim[]> {
  let others: readonly Claim[] = [];
  await target.update(CLAIMS_FILE, (bytes) => {
    const claims = parseClaims(bytes);
    const earlier = new Map(claims.map((each) => [each.version, each]));
    others = wanted.flatMap(({ version, work }) => {
      const found = earlier.get(version);
      return found && found.work !== work && !isExpired(found, lease) ? [found] : [];
    });
    const missing = wanted.filter((each) => {
      const found = earlier.get(each.version);
      return !others.some(({ version }) => version === each.version) && !(found && covers(found, each));
    });
    const replaced = new Set(missing.map(({ version }) => version));
    return missing.length > 0
      ? json([...claims.filter(({ version }) => !replaced.has(version)), ...missing])
      : null;
  });
  return others;
}

const covers = (found: Claim, wanted: Claim) => found.work === wanted.work && found.since >= wanted.since;

/** Forgets claims for which this holds. */
export const forget = (target: ReleaseTarget, isDone: (each: Claim) => boolean): Promise<void> =>
  target.update(CLAIMS_FILE, (bytes) => {
    const claims = parseClaims(bytes);
    const rest = claims.filter((each) => !isDone(each));
    return rest.length < claims.length ? json(rest) : null;
  });
