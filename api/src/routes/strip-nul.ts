import type { preValidationHookHandler } from 'fastify';

/** Takes U+0000 out of every text of a body: PostgreSQL can't store it, and nobody means to send it. */
export const stripNul: preValidationHookHandler = (request, _reply, done) => {
  const { body } = request;
  if (typeof body === 'object' && body !== null && !Array.isArray(body)) {
    request.body = Object.fromEntries(
      Object.entries(body).map(([field, value]) => [field, withoutNul(value)]),
    );
  }
  done();
};

const withoutNul = (value: unknown): unknown =>
  typeof value === 'string' ? value.replaceAll('\0', '') : value;
