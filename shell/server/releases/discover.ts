import { Value } from '@sinclair/typebox/value';
import { ORIGIN_FILES, PointerSchema } from '@vidlunnia/shared/contracts/release';
import { readOriginWhole } from './read-origin';
import { rejection } from './release-rejected';
import type { Team } from './team';

/** Milliseconds for the pointer. */
const TIMEOUT = 2_000;
/** Bytes; a pointer has some thirty. */
const LIMIT = 1_024;

/** Reads which version a team's pointer names. Rejects with `ReleaseRejected` when it is missing or malformed. */
export async function discover({ remote, origin }: Team): Promise<string> {
  const name = ORIGIN_FILES.pointer;
  const reject = rejection(remote.name, null, 'discover');
  const bytes = await readOriginWhole({
    url: `${origin}/${name}`,
    name,
    limit: LIMIT,
    timeout: TIMEOUT,
    reject,
  });
  const pointer = parse(bytes);
  if (!Value.Check(PointerSchema, pointer)) throw reject(`${name} is malformed`);
  return pointer.version;
}

function parse(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString('utf8'));
  } catch {
    return undefined;
  }
}
