import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { OWNER, type Owner } from '@vidlunnia/content';
import { parseContent, type ContentProblem } from '@vidlunnia/content/check';
import { OwnerSchema } from '@vidlunnia/content/owner-schema';

/** The owner's details in a file; those of this build where there is none. */
export async function readOwner(file: string, problems: ContentProblem[]): Promise<Owner> {
  if (!existsSync(file)) return OWNER;
  const read = parseContent(OwnerSchema, await readFile(file, 'utf8'), 'shared/content/owner.json');
  problems.push(...read.problems);
  return read.value ?? OWNER;
}
