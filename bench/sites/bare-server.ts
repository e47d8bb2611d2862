import { createServer } from 'node:http';
import { programInput, tellPort } from './program';

export interface BareInput {
  readonly headers: Readonly<Record<string, string>>;
  /** The body's bytes, in base64. */
  readonly body: string;
}

/** A Node server that sends the same bytes to whoever asks, and does nothing else. */
const { headers, body } = programInput<BareInput>();
const bytes = Buffer.from(body, 'base64');
const server = createServer((_request, response) => {
  response.writeHead(200, headers).end(bytes);
});
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  if (typeof address === 'object' && address) tellPort(`http://127.0.0.1:${String(address.port)}`);
});
process.once('SIGTERM', () => process.exit(0));
