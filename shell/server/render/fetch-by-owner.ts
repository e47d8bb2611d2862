import type { WorkerMessage } from './render-worker';

/** The API's answer; without any, `status` is 0 and `body` says why. */
export interface Answer {
  readonly status: number;
  readonly body: string;
}

/** Milliseconds for which pages share an answer: many at once ask the API once. */
const SHARED_FOR = 1_000;
/** Answers that are shared, at most. */
const SHARED = 100;

/** `fetch` for the API's client in a process without network: `post` passes a request on to its owner. */
export class FetchByOwner {
  readonly #post: (message: WorkerMessage) => void;
  readonly #waiting = new Map<number, (answer: Answer) => void>();
  readonly #shared = new Map<string, { readonly at: number; readonly answer: Promise<Answer> }>();
  #lastId = 0;

  constructor(post: (message: WorkerMessage) => void) {
    this.#post = post;
  }

  readonly fetch: typeof fetch = async (input, init) => {
    const { url, method, signal, headers } = new Request(input, init);
    if (method !== 'GET') throw new TypeError('A page that is rendered sends nothing');
    let entry = this.#shared.get(url);
    if (!entry || Date.now() - entry.at >= SHARED_FOR) {
      if (this.#shared.size >= SHARED) this.#shared.clear();
      entry = { at: Date.now(), answer: this.#ask(url, headers) };
      this.#shared.set(url, entry);
    }
    const { status, body } = await Promise.race([entry.answer, aborted(signal)]);
    if (status !== 200) this.#shared.delete(url);
    if (status === 0) throw new TypeError(body);
    return new Response(body, { status });
  };

  /** Takes the owner's answer. */
  take(id: number, answer: Answer): void {
    this.#waiting.get(id)?.(answer);
    this.#waiting.delete(id);
  }

  #ask(url: string, headers: Headers): Promise<Answer> {
    const id = ++this.#lastId;
    this.#post({ type: 'fetch', id, url, headers: Object.fromEntries(headers) });
    return new Promise((resolve) => this.#waiting.set(id, resolve));
  }
}

const aborted = (signal: AbortSignal) =>
  new Promise<never>((_, reject) => {
    const stop = () => {
      reject(signal.reason as Error);
    };
    signal.addEventListener('abort', stop, { once: true });
  });
