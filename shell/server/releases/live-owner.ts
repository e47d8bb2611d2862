import { existsSync } from 'node:fs';
import { readFile, rename, writeFile } from 'node:fs/promises';
import { ContentReportSchema, OWNER, OwnerSchema, type Owner } from '@vidlunnia/content';
import { checked, parseChecked } from '@vidlunnia/contracts/checked';
import type { Log } from '@vidlunnia/operating/log';
import { api } from '@vidlunnia/settings/topology';

/** For the API's answer. */
const TIMEOUT_MS = 2_000;
/** Looks, half a second apart, at which pages are outdated: pages share the API's former answers for a second. */
const OUTDATED_LOOKS = 3;

interface Options {
  readonly apiOrigin: string;
  /** File with the last details that the API had: a restarted shell must not show older ones. */
  readonly kept: string;
  readonly log: Log;
}

/** Opens the owner's details as the API has them; else as it had them last, else those of this build. */
export async function openOwner({ apiOrigin, kept, log }: Options) {
  let current: Owner = OWNER;
  let version: string | null | undefined;
  let outdatedLooks = 0;
  let changes = 0;
  let problem = '';
  /** Asks the API. Without a valid answer nothing changes. */
  const read = async (): Promise<void> => {
    try {
      const answer = await ask(`${apiOrigin}${api.prefix}/content`);
      if (answer === null) return;
      const { owner, version: latest } = checked(ContentReportSchema, answer, 'the API’s content');
      problem = '';
      if (latest !== version) outdatedLooks = OUTDATED_LOOKS;
      if (outdatedLooks > 0) {
        outdatedLooks -= 1;
        changes += 1;
      }
      version = latest;
      // As text: the id of the release set depends on the order too.
      if (JSON.stringify(owner) === JSON.stringify(current)) return;
      current = owner;
      log.info('The owner’s details are those of the API');
      await writeFile(`${kept}.next`, JSON.stringify(owner));
      await rename(`${kept}.next`, kept);
    } catch (error) {
      if (String(error) !== problem) log.warn(`The owner’s details: ${String(error)}`);
      problem = String(error);
    }
  };
  try {
    if (existsSync(kept)) current = parseChecked(OwnerSchema, await readFile(kept, 'utf8'), kept);
  } catch (error) {
    log.warn(`The owner’s details are those of the build: ${String(error)}`);
  }
  await read();
  return {
    read,
    current: () => current,
    /** The content's version; `null` when it has none, or the API has not answered yet. */
    version: () => version ?? null,
    /** Increases when pages that were rendered before may show older content. */
    changes: () => changes,
  };
}

/** `null` when there is no API or it has none; pages say so for all data. */
async function ask(url: string): Promise<unknown> {
  const response = await fetch(url, { signal: AbortSignal.timeout(TIMEOUT_MS) }).catch(() => null);
  if (response?.ok) return response.json();
  await response?.body?.cancel();
  return null;
}
