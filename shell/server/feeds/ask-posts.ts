import type { PostSummary } from '@vidlunnia/contracts';
import { checkedPosts } from '@vidlunnia/contracts/answers';
import { api } from '@vidlunnia/remote-kit/environment/topology';

/** Milliseconds that the API may take for its list. */
const DEADLINE = 2_000;

/**
 * Fetches the list of all posts; what cannot be shown is left out and logged. Rejects when the API cannot be reached, is
 * late, or responds with something else.
 */
export async function askPosts(
  apiOrigin: string,
  log: (message: string) => void,
): Promise<readonly PostSummary[]> {
  const address = `${apiOrigin}${api.prefix}/blog`;
  const response = await fetch(address, { signal: AbortSignal.timeout(DEADLINE) }).catch((cause: unknown) => {
    throw new Error(`${address} could not be reached`, { cause });
  });
  if (!response.ok) throw new Error(`${address} responded with ${String(response.status)}`);
  return checkedPosts(await response.json(), log);
}
