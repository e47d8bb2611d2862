import { Agent, request } from 'node:http';

/** A request that a fuzz run makes, of the shell or of the API behind it. */
export interface FuzzRequest {
  readonly to: 'shell' | 'api';
  readonly method: string;
  readonly path: string;
  /** The path by which the API's document knows it, if it does. */
  readonly route?: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
}

export interface FuzzAnswer {
  readonly status: number;
  readonly type: string;
  readonly body: string;
}

/** Milliseconds after which a request hangs: no deadline of ours is so long. */
const DEADLINE = 25_000;

type Origins = Readonly<Record<FuzzRequest['to'], string>>;

/**
 * Sends requests over one connection to each origin.
 * @throws Error when there is no response within the deadline
 */
export function createSender(origins: Origins) {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const send = (asked: FuzzRequest): Promise<FuzzAnswer> =>
    sendHttp(origins[asked.to], asked, agent).catch((error: unknown) => {
      if (!(error instanceof Error && 'code' in error)) throw error;
      // The server had closed the connection by then.
      return sendHttp(origins[asked.to], asked, false);
    });
  return {
    send,
    close: () => {
      agent.destroy();
    },
  };
}

const sendHttp = (origin: string, { method, path, headers, body }: FuzzRequest, agent: Agent | false) =>
  new Promise<FuzzAnswer>((resolve, reject) => {
    const signal = AbortSignal.timeout(DEADLINE);
    const all = { ...headers, ...(body !== undefined && { 'content-length': Buffer.byteLength(body) }) };
    const { hostname, port } = new URL(origin);
    const sent = request({ hostname, port, path, method, headers: all, agent, signal }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', reject);
      response.on('end', () => {
        resolve({
          status: response.statusCode ?? 0,
          type: response.headers['content-type'] ?? '',
          body: Buffer.concat(chunks).toString(),
        });
      });
    });
    sent.on('error', reject);
    sent.end(body);
  });
