import type { Ask } from './build';

interface Token {
  readonly token: string;
}

/** Proof that a form was rendered. A token requested by a program on this machine is valid at once. */
export const tokenOf = async ({ origin }: { readonly origin: string }) =>
  (await (await fetch(`${origin}/api/form-token`)).json()) as Token;

/** The same for an API without its own process. */
export const tokenBy = async (ask: Ask) => (await ask('/api/form-token')).json as Token;
