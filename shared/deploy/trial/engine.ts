import { runProgram } from './run-program';

/** Commands that start compose: the plugin of today, or the program of before. */
const COMPOSES = [['docker', 'compose'], ['docker-compose']] as const;

/** The compose command of this machine; a sentence when there is none, or no engine answers. */
export async function findCompose(): Promise<readonly string[] | string> {
  try {
    await runProgram('docker', ['info']);
  } catch {
    return 'no Docker engine answers here';
  }
  for (const command of COMPOSES) {
    const [program, ...args] = command;
    const there = await runProgram(program, [...args, 'version']).then(
      () => true,
      () => false,
    );
    if (there) return command;
  }
  return 'there is no docker compose here';
}
