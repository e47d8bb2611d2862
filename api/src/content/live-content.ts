import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Value } from '@sinclair/typebox/value';
import { liveVersionIn, versionsIn } from '@vidlunnia/content/versions';
import { VersionSchema } from '@vidlunnia/releases/release';
import type { FastifyBaseLogger } from 'fastify';
import { LRUCache } from 'lru-cache';
import { ContentError, readContent, type Content } from './content';
import { factsFileOf } from './files';

/** Time between two reads of the pointer. */
const INTERVAL_MS = 250;
/** A version that cannot be read is retried after a pause, which doubles up to this length. */
const MAX_PAUSE_MS = 60_000;
/** Versions that are kept in memory for previews. */
const MAX_DRAFTS = 2;

interface ContentOptions {
  /** Whether drafts and posts to come are shown. */
  readonly drafts?: boolean;
}

/** The content of a folder: of the version that is live there, else of the folder itself. */
export class LiveContent {
  readonly #folder: string;
  readonly #options: ContentOptions;
  #content: Content;
  #version: string | null;
  /** A version with mistakes: not read again. */
  #rejected: { readonly version: string; readonly reason: string } | undefined;
  /** A version that could not be read; `retryAt` is a time of the process's own clock. */
  #failed: { readonly version: string; readonly pauseMs: number; readonly retryAt: number } | undefined;
  #problem = '';
  readonly #drafts = new LRUCache<string, Content>({
    max: MAX_DRAFTS,
    // A version that is evicted while it is read still answers the requests that wait for it.
    ignoreFetchAbort: true,
    fetchMethod: (version) => readVersion(this.#folder, version, { drafts: true }),
  });

  private constructor(folder: string, options: ContentOptions, version: string | null, content: Content) {
    this.#folder = folder;
    this.#options = options;
    this.#version = version;
    this.#content = content;
  }

  /**
   * Opens the newest version without mistakes; `look` logs the mistakes of newer versions. Rejects with the mistakes of the live
   * version when there is none.
   */
  static async open(folder: string, options: ContentOptions = {}): Promise<LiveContent> {
    const live = await liveVersionIn(folder);
    const open = async (version: string | null) =>
      new LiveContent(folder, options, version, await readVersion(folder, version, options));
    try {
      return await open(live);
    } catch (error) {
      const others = (await versionsIn(folder).catch(() => [])).filter(({ version }) => version !== live);
      for (const { version } of others) {
        const opened = await open(version).catch(() => null);
        if (opened) return opened;
      }
      throw error;
    }
  }

  get current(): Content {
    return this.#content;
  }

  get version(): string | null {
    return this.#version;
  }

  /** Why a newer version is not served, if there is one. */
  get rejected() {
    return this.#rejected;
  }

  /** A version with its drafts, whether it is live or not. Rejects when the folder has no such version. */
  async draft(version: string): Promise<Content> {
    const content = Value.Check(VersionSchema, version) ? await this.#drafts.fetch(version) : undefined;
    if (!content) throw new Error('no version has this name');
    return content;
  }

  /** Reads the version that is live now, if it is another one. When that fails, the old content stays. */
  async look(log: Pick<FastifyBaseLogger, 'info' | 'error'>): Promise<void> {
    try {
      const version = await liveVersionIn(this.#folder);
      if (version !== this.#rejected?.version) this.#rejected = undefined;
      if (version !== this.#failed?.version) this.#failed = undefined;
      if (version === null || version === this.#version || this.#rejected) return;
      if (performance.now() < (this.#failed?.retryAt ?? 0)) return;
      this.#content = await readVersion(this.#folder, version, this.#options).catch((error: unknown) => {
        if (error instanceof ContentError) this.#rejected = { version, reason: error.message };
        const pauseMs = Math.min(2 * (this.#failed?.pauseMs ?? INTERVAL_MS), MAX_PAUSE_MS);
        this.#failed = { version, pauseMs, retryAt: performance.now() + pauseMs };
        throw error;
      });
      this.#version = version;
      this.#failed = undefined;
      this.#problem = '';
      log.info({ version }, 'new content is live');
    } catch (error) {
      // It is retried, so each problem is logged once.
      if (String(error) !== this.#problem) log.error({ err: error }, 'the old content is kept');
      this.#problem = String(error);
    }
  }

  /** Looks again and again, until `signal` is aborted. */
  async follow(log: FastifyBaseLogger, signal: AbortSignal): Promise<void> {
    for (;;) {
      await pause(INTERVAL_MS, undefined, { signal, ref: false }).catch(() => undefined);
      if (signal.aborted) return;
      await this.look(log);
    }
  }
}

/** The content of a version, or of the folder itself; facts about a folder's versions are kept in it. */
const readVersion = (folder: string, version: string | null, { drafts }: ContentOptions): Promise<Content> =>
  version === null
    ? readContent(folder, { drafts })
    : readContent(join(folder, version), { drafts, factsFile: factsFileOf(folder) });
