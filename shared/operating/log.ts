/** A program's log; a Fastify instance's `log` is one. */
export interface Log {
  info(message: string): void;
  warn(message: string): void;
}
