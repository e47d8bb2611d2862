import { readFileSync } from 'node:fs';
import path from 'node:path';
import { repositoryRoot } from '@vidlunnia/remote-kit/environment/repository';

const DOCUMENT = 'docs/own-repository.md';

/** npm's commands in the document's blocks, as a shell reads them. */
const documentedCommands = (): string[] =>
  [...readFileSync(path.join(repositoryRoot, DOCUMENT), 'utf8').matchAll(/```sh\n([^]*?)```/g)].flatMap(
    ([, block = '']) => block.trim().split('\n'),
  );

/** Throws when the document has a command that was not run. */
export function expectAllRun(ran: readonly string[]): void {
  const missing = documentedCommands().filter((command) => !ran.includes(command));
  if (missing.length > 0)
    throw new Error(`${DOCUMENT} has commands that were not run: ${missing.join('; ')}`);
}
