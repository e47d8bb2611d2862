import type { Package, Upstream } from './topology';

export type Environment = Readonly<Record<string, string | undefined>>;

/** Says in one message everything that is wrong with the environment. */
export class EnvironmentError extends Error {
  constructor(readonly problems: readonly string[]) {
    super(`The environment is not right:\n- ${problems.join('\n- ')}`);
    this.name = 'EnvironmentError';
  }
}

/** A variable's value; an empty variable is none. */
export const valueOf = (name: string, environment: Environment): string | undefined =>
  environment[name] === '' ? undefined : environment[name];

/** Port of a part: its variable's value, else its default. Throws with the variable's name when it is no port. */
export function portOf(part: Package, environment: Environment = process.env): number {
  const value = valueOf(part.portVariable, environment);
  if (value === undefined) return part.port;
  const port = Number(value);
  if (!Number.isInteger(port) || port < 1 || port > 65_535) {
    throw new Error(`${part.portVariable} is “${value}”; it has to be a port, 1 to 65535`);
  }
  return port;
}

/** Origin at which the shell reaches an upstream: its variable's value, else this machine at the upstream's port. */
export function originOf(upstream: Upstream, environment: Environment = process.env): string {
  const value = valueOf(upstream.originVariable, environment);
  if (value === undefined) return `http://127.0.0.1:${String(portOf(upstream, environment))}`;
  const url = URL.canParse(value) ? new URL(value) : null;
  if (!url || !/^https?:$/.test(url.protocol) || url.pathname !== '/') {
    throw new Error(
      `${upstream.originVariable} is “${value}”; it has to be an origin like http://blog.example:3002`,
    );
  }
  return url.origin;
}
