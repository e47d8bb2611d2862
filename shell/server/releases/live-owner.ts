import { existsSync } from 'node:fs';
import { readFile, rename, writeFile } from 'node:fs/promises';
import { ContentReportSchema, OWNER, OwnerSchema, type Owner } from '@vidlunnia/content';
import { checked, parseChecked } from '@vidlunnia/contracts/checked';
import type { Log } from '@vidlunnia/operating/log';
import { api } from '@vidlunnia/settings/topology';

/** Milliseconds for the API's answer. */
const DEADLINE = 2_000;

interface Options {
  readonly apiOrigin: string;
  /** File with the last details that the API had: a restarted shell must not show older ones. */
  readonly kept: string;
  readonly log: Log;
}

/** The owner's details as the API has them; else as it had them last, else those of this build. */
export class LiveOwner {
  readonly #options: Options;
  #current: Owner = OWNER;
  #problem = '';

  constructor(options: Options) {
    this.#options = options;
  }

  get current(): Owner {
    return this.#current;
  }

  /** Asks the API. Without a valid answer nothing changes. */
  async read(): Promise<void> {
    const { apiOrigin, kept, log } = this.#options;
    try {
      const answer = await ask(`${apiOrigin}${api.prefix}/content`);
      if (answer === null) return;
      const { owner } = checked(ContentReportSchema, answer, 'the API’s content');
      this.#problem = '';
      // As text: the id of the release set depends on the order too.
      if (JSON.stringify(owner) === JSON.stringify(this.#current)) return;
      this.#current = owner;
      log.info('The owner’s details are those of the API');
      await writeFile(`${kept}.next`, JSON.stringify(owner));
      await rename(`${kept}.next`, kept);
    } catch (error) {
      const problem = String(error);
      if (problem !== this.#problem) log.warn(`The owner’s details: ${problem}`);
      this.#problem = problem;
    }
  }

  /** Reads the kept file. */
  async restore(): Promise<void> {
    const { kept, log } = this.#options;
    try {
      if (existsSync(kept)) this.#current = parseChecked(OwnerSchema, await readFile(kept, 'utf8'), kept);
    } catch (error) {
      log.warn(`The owner’s details are those of the build: ${String(error)}`);
    }
  }
}

/** `null` when there is no API or it has none; pages say so for all data. */
async function ask(url: string): Promise<unknown> {
  const response = await fetch(url, { signal: AbortSignal.timeout(DEADLINE) }).catch(() => null);
  if (response?.ok) return response.json();
  await response?.body?.cancel();
  return null;
}

/** The kept details, then the API's. */
export async function openOwner(options: Options): Promise<LiveOwner> {
  const owner = new LiveOwner(options);
  await owner.restore();
  await owner.read();
  return owner;
}
