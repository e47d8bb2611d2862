import type { Ask } from './build';

interface Token {
  readonly token: string;
}

/** Proof that a form was rendered. One that a program on this machine gets is good at once. */
export const tokenOf = async ({ origin }: { readonly origin: string }) =>
  (await (await fetch(`${origin}/api/form-token`)).json()) as Token;

/** The same, of an API without a process of its own. */
export const tokenBy = async (ask: Ask) => (await ask('/api/form-token')).json as Token;
