import { runToSuccess } from '@vidlunnia/scripts/stack';

/** Commands that start compose: the plugin, or the older program. */
const COMPOSES = [['docker', 'compose'], ['docker-compose']] as const;
/** Milliseconds until an engine has answered. */
const DEADLINE = 180_000;

/** The compose command of this machine, or null without one or without an engine. */
export async function findCompose(): Promise<readonly string[] | null> {
  const works = (program: string, ...args: readonly string[]) =>
    runToSuccess(program, args, { timeout: DEADLINE }).then(
      () => true,
      () => false,
    );
  if (!(await works('docker', 'info'))) return null;
  for (const [program, ...args] of COMPOSES)
    if (await works(program, ...args, 'version')) return [program, ...args];
  return null;
}
