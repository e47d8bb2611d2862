import { Agent, request } from 'node:http';
import { connect } from 'node:net';
import type { FuzzAnswer, FuzzRequest } from './fuzz-request';

/** Milliseconds after which a request hangs: no deadline of ours is so long. */
const DEADLINE = 25_000;
const STATUS_LINE = /^HTTP\/1\.[01] (\d{3}) /gm;

type Origins = Readonly<Record<FuzzRequest['to'], string>>;
type HttpRequest = Extract<FuzzRequest, { method: string }>;

/**
 * Sends requests over one connection to each origin, and bytes over one of their own.
 * @throws Error when there is no end of it, or no response to what is a whole request
 */
export function createSender(origins: Origins) {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const send = async (asked: FuzzRequest): Promise<FuzzAnswer> => {
    if ('bytes' in asked) return sendBytes(origins[asked.to], asked.bytes);
    return sendHttp(origins[asked.to], asked, agent).catch((error: unknown) => {
      if (!(error instanceof Error && 'code' in error)) throw error;
      // What the server had closed by then.
      return sendHttp(origins[asked.to], asked, false);
    });
  };
  return {
    send,
    close: () => {
      agent.destroy();
    },
  };
}

const sendHttp = (origin: string, { method, path, headers, body }: HttpRequest, agent: Agent | false) =>
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
          statuses: [response.statusCode ?? 0],
          type: response.headers['content-type'] ?? '',
          body: Buffer.concat(chunks).toString(),
        });
      });
    });
    sent.on('error', reject);
    sent.end(body);
  });

const sendBytes = (origin: string, bytes: string) =>
  new Promise<FuzzAnswer>((resolve, reject) => {
    const { hostname, port } = new URL(origin);
    let received = '';
    const socket = connect({ host: hostname, port: Number(port) });
    const deadline = setTimeout(() => {
      socket.destroy(new Error('The connection stays open'));
    }, DEADLINE);
    socket.setEncoding('latin1').on('data', (chunk: string) => {
      received += chunk;
    });
    // A connection that is cut is an answer, too; one that cannot be made is none.
    socket.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'ECONNRESET' && error.code !== 'EPIPE') reject(error);
    });
    socket.on('close', () => {
      clearTimeout(deadline);
      const statuses = [...received.matchAll(STATUS_LINE)].map(([, status]) => Number(status));
      resolve({ statuses, type: '', body: '' });
    });
    socket.end(bytes, 'latin1');
  });
