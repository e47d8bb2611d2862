import path from 'node:path';
import { editRemotes } from '@vidlunnia/remote-kit/release/edit-remotes';
import { freePorts } from '../../ports';
import { startStack, type Stack } from '../../stack';

export interface SiteHere extends Stack {
  /** The operator's `npm run remotes`: the running shell takes the list in that it signs. */
  remotes(...args: string[]): Promise<void>;
}

/** The site of this repository's builds, which knows of no other team; all that it keeps is in `folder`. */
export async function startSiteHere(folder: string): Promise<SiteHere> {
  const operator = {
    REMOTES_FILE: path.join(folder, 'remotes.json'),
    KEYS_DIR: path.join(folder, 'keys-of-the-operator'),
  };
  let said = '';
  const remotes = (...args: string[]) =>
    editRemotes(args, operator, (line) => {
      said += `${line}\n`;
    });
  await remotes('init');
  const [, publicKey = ''] = /^REMOTES_PUBLIC_KEY=(\S+)$/m.exec(said) ?? [];
  const lines: string[] = [];
  const environment = {
    ...process.env,
    ...(await freePorts()),
    DATA_DIR: path.join(folder, 'data'),
    KEYS_DIR: path.join(folder, 'keys-of-the-site'),
    LOG_LEVEL: 'warn',
    REMOTES_FILE: operator.REMOTES_FILE,
    REMOTES_PUBLIC_KEY: publicKey,
  };
  const stack = await startStack({
    environment,
    onLine: (part, line) => void lines.push(`[${part}] ${line}`),
  }).catch((cause: unknown) => {
    throw new Error(`The site did not start:\n${lines.join('\n')}`, { cause });
  });
  return { ...stack, remotes };
}
