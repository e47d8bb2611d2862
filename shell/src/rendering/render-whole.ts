import { Writable } from 'node:stream';
import type { ReactNode } from 'react';
import { renderToPipeableStream } from 'react-dom/server';

/** Milliseconds after which a rendering that waits for something is cut off with what it has. */
const DEADLINE = 5_000;

interface Options {
  readonly onError: (error: unknown) => void;
  /** Before every id that React makes. */
  readonly identifierPrefix: string;
}

/**
 * Renders to one finished string: whole pages are cached and compressed, so nothing is streamed, and no boundary may
 * be moved out of its place, since that would need an inline script. Errors inside a boundary go to `onError` and
 * leave its fallback; any other rejects.
 */
export function renderWhole(node: ReactNode, { onError, identifierPrefix }: Options): Promise<string> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    const sink = new Writable({
      write(chunk: Buffer, _encoding, done) {
        chunks.push(chunk);
        done();
      },
      final(done) {
        resolve(Buffer.concat(chunks).toString('utf8'));
        done();
      },
    });
    const { pipe, abort } = renderToPipeableStream(node, {
      progressiveChunkSize: Number.MAX_SAFE_INTEGER,
      onError,
      identifierPrefix,
      onShellError: (error) => {
        clearTimeout(deadline);
        reject(error instanceof Error ? error : new Error(String(error)));
      },
      onAllReady: () => {
        clearTimeout(deadline);
        pipe(sink);
      },
    });
    const deadline = setTimeout(() => {
      abort(new Error('the rendering took too long'));
    }, DEADLINE);
  });
}
