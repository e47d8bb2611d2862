import { setTimeout as pause } from 'node:timers/promises';
import { ask } from './raw-http';

/** Milliseconds between two pages of a visitor: without them, reading would take all of the machine. */
const PAUSE = 20;

/** Visitors who read a page again and again. */
export interface Readers {
  /** Pages read so far. */
  readonly read: () => number;
  /** Ends reading. Resolves to what was wrong with any page. */
  stop(): Promise<readonly string[]>;
}

/**
 * Lets visitors read a page until they are stopped. Each page has to hold `text`, to be of one release set, and to ask
 * for code of that set alone.
 */
export function startReading(url: string, text: string, visitors = 4): Readers {
  const problems: string[] = [];
  let reading = true;
  let read = 0;
  const visit = async () => {
    while (reading) {
      const problem = await readPage(url, text).catch((error: unknown) => String(error));
      read += 1;
      if (problem !== null) problems.push(problem);
      await pause(PAUSE);
    }
  };
  const all = Array.from({ length: visitors }, visit);
  return {
    read: () => read,
    stop: async () => {
      reading = false;
      await Promise.all(all);
      return problems;
    },
  };
}

async function readPage(url: string, text: string): Promise<string | null> {
  const { status, headers, body } = await ask(url);
  const html = body.toString();
  if (status !== 200 || !html.includes(text)) return `status ${String(status)}`;
  const set = /<meta name="release-set" content="(\w+)">/.exec(html)?.[1];
  const embedded = /"id":"([0-9a-f]{12})"/.exec(html)?.[1];
  if (set === undefined || set !== headers['x-release-set'] || set !== embedded)
    return 'of more than one set';
  const versions = new Map<string, string>();
  for (const [, remote = '', version = ''] of html.matchAll(/\/remotes\/(\w+)\/([0-9a-f]{12})\//g)) {
    if ((versions.get(remote) ?? version) !== version) return `of more than one release of ${remote}`;
    versions.set(remote, version);
  }
  return null;
}
