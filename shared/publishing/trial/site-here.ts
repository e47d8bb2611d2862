import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { formatRemoteList, signatureFileOf, type RemoteList } from '../../release/remote-list';
import { makeKeyPair, signManifest } from '../../release/signature';
import { freePorts } from '../../tasks/ports';
import { startStack, type Stack } from '../../tasks/stack';

export interface SiteHere extends Stack {
  /** The operator signs another list of remotes; the running shell takes it in. */
  list(remotes: RemoteList['remotes']): Promise<void>;
}

/** The site of this repository's builds, which knows of no other team; all that it keeps is in `folder`. */
export async function startSiteHere(folder: string): Promise<SiteHere> {
  const operator = makeKeyPair();
  const file = path.join(folder, 'remotes.json');
  let serial = 0;
  const list = async (remotes: RemoteList['remotes']) => {
    serial += 1;
    const bytes = formatRemoteList({ serial, remotes });
    await writeFile(file, bytes);
    await writeFile(signatureFileOf(file), signManifest(bytes, operator.privateKey));
  };
  await list([]);
  const lines: string[] = [];
  const environment = {
    ...process.env,
    ...(await freePorts()),
    DATA_DIR: path.join(folder, 'data'),
    KEYS_DIR: path.join(folder, 'keys-of-the-site'),
    LOG_LEVEL: 'warn',
    REMOTES_FILE: file,
    REMOTES_PUBLIC_KEY: operator.publicKey,
  };
  const stack = await startStack({
    environment,
    onLine: (part, line) => void lines.push(`[${part}] ${line}`),
  }).catch((cause: unknown) => {
    throw new Error(`The site did not start:\n${lines.join('\n')}`, { cause });
  });
  return { ...stack, list };
}
