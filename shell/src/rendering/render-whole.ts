import { Writable } from 'node:stream';
import type { ReactNode } from 'react';
import { renderToPipeableStream } from 'react-dom/server';

interface Options {
  readonly onError: (error: unknown) => void;
  /** Milliseconds after which a rendering that still waits for something is cut off with what it has. */
  readonly deadline: number;
  /** Before every id that React makes. */
  readonly identifierPrefix: string;
}

/**
 * Renders to one finished string: whole pages are cached and compressed, so nothing is streamed, and no boundary may
 * be moved out of its place, since that would need an inline script. Errors inside a boundary go to `onError` and
 * leave its fallback; any other rejects.
 */
export function renderWhole(
  node: ReactNode,
  { onError, identifierPrefix, deadline }: Options,
): Promise<string> {
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
        clearTimeout(cutOff);
        reject(error instanceof Error ? error : new Error(String(error)));
      },
      onAllReady: () => {
        clearTimeout(cutOff);
        pipe(sink);
      },
    });
    const cutOff = setTimeout(() => {
      abort(new Error('the rendering took too long'));
    }, deadline);
  });
}
