import { readFileSync } from 'node:fs';
import { valueOf, type Environment as Variables } from '@vidlunnia/shared/environment';
import { readPublicKeys } from '@vidlunnia/shared/release';
import type { Remote } from '@vidlunnia/shared/topology';

/**
 * A team's keys: from its variable, else from the file that the variable with `_FILE` behind its name names. Throws
 * when there are none, naming the variable.
 */
export function publicKeysOf({ folder, publicKeyVariable }: Remote, variables: Variables): string[] {
  const file = valueOf(`${publicKeyVariable}_FILE`, variables);
  const value =
    valueOf(publicKeyVariable, variables) ?? (file && readKeys(`${publicKeyVariable}_FILE`, file));
  if (value === undefined) {
    throw new Error(`${publicKeyVariable} is not set; npm run keys -w ${folder} prints it`);
  }
  try {
    return readPublicKeys(value);
  } catch (error) {
    throw new Error(`${publicKeyVariable}: ${error instanceof Error ? error.message : String(error)}`, {
      cause: error,
    });
  }
}

function readKeys(variable: string, file: string): string {
  try {
    return readFileSync(file, 'utf8').trim();
  } catch (cause) {
    throw new Error(`${variable} is “${file}”, which cannot be read`, { cause });
  }
}
