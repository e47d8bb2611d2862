import fastify from 'fastify';
import type { BareInput } from './bare-server';
import { programInput, tellPort } from './program';

/** A Fastify route that sends the same bytes to whoever asks, and nothing else. */
const { headers, body } = programInput<BareInput>();
const bytes = Buffer.from(body, 'base64');
const app = fastify();
app.get('/', (_request, reply) => reply.headers(headers).send(bytes));
void app.listen({ port: 0, host: '127.0.0.1' }).then(tellPort);
process.once('SIGTERM', () => process.exit(0));
