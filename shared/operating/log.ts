/** Where a program says what happens to it; a Fastify instance's `log` is one. */
export interface Log {
  info(message: string): void;
  warn(message: string): void;
}
