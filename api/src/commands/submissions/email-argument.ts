import { parseArgs } from 'node:util';

/**
 * The one e-mail address behind a subcommand.
 * @throws Error naming the subcommand
 */
export function emailArgument(subcommand: string, args: string[]): string {
  const { positionals } = parseArgs({ args, allowPositionals: true });
  const [email, ...more] = positionals;
  if (email === undefined || !email.includes('@') || more.length > 0)
    throw new Error(`${subcommand} takes one e-mail address: ${subcommand} olena@example.com`);
  return email;
}
