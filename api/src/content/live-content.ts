import { unwatchFile, watchFile } from 'node:fs';
import { join } from 'node:path';
import { Value } from '@sinclair/typebox/value';
import { liveVersionIn, versionsIn } from '@vidlunnia/content/versions';
import { createMutex } from '@vidlunnia/operating/single-flight';
import { createHeldRequests } from '@vidlunnia/releases/held-requests';
import { ORIGIN_FILES, VersionSchema } from '@vidlunnia/releases/release';
import type { FastifyBaseLogger } from 'fastify';
import { LRUCache } from 'lru-cache';
import { ContentError, readContent, type Content } from './content';

/** Time between two looks at the pointer's state; and before a read that failed is attempted again. */
const INTERVAL_MS = 250;
/** A version that cannot be read is retried after a pause, which doubles up to this length. */
const MAX_PAUSE_MS = 60_000;
/** Versions that are kept in memory for previews. */
const MAX_DRAFTS = 2;

export type LiveContent = Awaited<ReturnType<typeof openContent>>;

/** Content that is served; new content replaces `current`. */
export type ServedContent = Pick<LiveContent, 'current'> & Partial<LiveContent>;

/**
 * Opens the content of a folder: of its newest version without mistakes, else of the folder itself. Rejects with the
 * mistakes of the live version if there is no such version.
 * @param drafts whether drafts and posts to come are shown
 */
export async function openContent(folder: string, { drafts = false }: { readonly drafts?: boolean } = {}) {
  const read = (version: string | null, options = { drafts }) =>
    version === null
      ? readContent(folder, options)
      : readContent(join(folder, version), { ...options, factsFile: join(folder, 'facts.json') });
  const live = await liveVersionIn(folder);
  const open = async (version: string | null) => ({ version, content: await read(version) });
  let { version, content } = await open(live).catch(async (error: unknown) => {
    for (const { version: other } of await versionsIn(folder).catch(() => [])) {
      const opened = other === live ? null : await open(other).catch(() => null);
      if (opened) return opened;
    }
    throw error;
  });
  /** A version that could not be read. Its pause is infinite if it has mistakes; `retryAt` is of the process's own clock. */
  let failed: { version: string; error: unknown; pauseMs: number; retryAt: number } | undefined;
  let problem = '';
  const changes = createHeldRequests();
  const previewed = new LRUCache<string, Content>({
    max: MAX_DRAFTS,
    // A version that is evicted while it is read still answers the requests that wait for it.
    ignoreFetchAbort: true,
    fetchMethod: (name) => read(name, { drafts: true }),
  });

  /** Reads the version that is live now, if it is another one. When that fails, the old content stays. */
  async function look(log: Pick<FastifyBaseLogger, 'info' | 'error'>): Promise<void> {
    const before = { version, failed };
    try {
      const name = await liveVersionIn(folder);
      if (name !== failed?.version) failed = undefined;
      if (name === null || name === version) problem = '';
      if (name === null || name === version || performance.now() < (failed?.retryAt ?? 0)) return;
      content = await read(name).catch((error: unknown) => {
        const longer = Math.min(2 * (failed?.pauseMs ?? INTERVAL_MS), MAX_PAUSE_MS);
        const pauseMs = error instanceof ContentError ? Infinity : longer;
        failed = { version: name, error, pauseMs, retryAt: performance.now() + pauseMs };
        throw error;
      });
      version = name;
      failed = undefined;
      problem = '';
      log.info({ version }, 'new content is live');
    } catch (error) {
      // It is retried, so each problem is logged once.
      if (String(error) !== problem) log.error({ err: error }, 'the old content is kept');
      problem = String(error);
    } finally {
      if (version !== before.version || failed !== before.failed) changes.release();
    }
  }

  return {
    look,
    /** Requests for the content's state that wait for its next change. */
    changes,
    /** Looks when the pointer has changed, and again while there is a problem, until `signal` is aborted. */
    follow(log: FastifyBaseLogger, signal: AbortSignal): void {
      const pointer = join(folder, ORIGIN_FILES.pointer);
      const inTurn = createMutex();
      const lookInTurn = () => void inTurn(() => look(log));
      watchFile(pointer, { interval: INTERVAL_MS, persistent: false }, lookInTurn);
      const retries = setInterval(() => {
        if (problem !== '') lookInTurn();
      }, INTERVAL_MS).unref();
      signal.addEventListener('abort', () => {
        unwatchFile(pointer, lookInTurn);
        clearInterval(retries);
      });
      // The pointer may have changed since the start.
      lookInTurn();
    },
    /** A version with its drafts, whether it is live or not. Rejects when the folder has no such version. */
    async draft(name: string): Promise<Content> {
      const found = Value.Check(VersionSchema, name) ? await previewed.fetch(name) : undefined;
      if (!found) throw new Error('no version has this name');
      return found;
    },
    get current(): Content {
      return content;
    },
    get version(): string | null {
      return version;
    },
    /** Why a newer version is not served, if it has mistakes. */
    get rejected() {
      return failed?.error instanceof ContentError
        ? { version: failed.version, reason: failed.error.message }
        : undefined;
    },
  };
}
