import type { RemoteName } from '@vidlunnia/contracts';
import { REMOTE_NAME, REMOTE_NAME_RULE, REMOTE_NAMES } from '@vidlunnia/contracts/names';

/** A process of the site: its default port, and the variables that change it. */
export interface Package {
  /** Folder of its package, from the repository's root. */
  readonly folder: string;
  readonly port: number;
  /** Environment variable that changes the port. */
  readonly portVariable: string;
}

/** A package that the shell reads from. */
export interface Upstream extends Package {
  /** Environment variable with its origin for the shell, when it is not on this machine at its port. */
  readonly originVariable: string;
}

export interface Remote extends Upstream {
  /** A remote of the contract, or one whose sections are in zones. */
  readonly name: string;
  /** Environment variable with the team's public key: the shell ingests only releases signed with it. */
  readonly publicKeyVariable: string;
}

export const shell: Package = { folder: 'shell', port: 3000, portVariable: 'PORT' };

/** Requests below `prefix` on the shell's origin are proxied to it. */
export const api = {
  folder: 'api',
  port: 4000,
  portVariable: 'API_PORT',
  originVariable: 'API_ORIGIN',
  prefix: '/api',
};

export { REMOTE_NAMES };

/** A record with a value for each remote of the contract. */
export const forEachRemote = <Value>(
  make: (name: RemoteName) => Value,
): Readonly<Record<RemoteName, Value>> =>
  Object.fromEntries(REMOTE_NAMES.map((name) => [name, make(name)])) as Record<RemoteName, Value>;

/** The same for asynchronous values; rejects with the first rejection. */
export async function awaitEachRemote<Value>(
  make: (name: RemoteName) => Promise<Value>,
): Promise<Readonly<Record<RemoteName, Value>>> {
  const made = await Promise.all(REMOTE_NAMES.map(async (name) => [name, await make(name)] as const));
  return Object.fromEntries(made) as Record<RemoteName, Value>;
}

/** Folder of a remote's package. */
export const folderOf = (name: string): string => `mfe-${name}`;

/** Port of a remote outside the contract whose package names none. */
const ZONE_PORT = 3100;

/** A remote of this name. Throws when the name is not allowed. */
export function remoteNamed(name: string, port?: number): Remote {
  if (!REMOTE_NAME.test(name))
    throw new Error(`“${name}” is not a valid name of a remote: it has to be ${REMOTE_NAME_RULE}`);
  const variable = `MFE_${name.toUpperCase()}`;
  return {
    name,
    port: port ?? (isRemoteName(name) ? shell.port + 1 + REMOTE_NAMES.indexOf(name) : ZONE_PORT),
    folder: folderOf(name),
    portVariable: `${variable}_PORT`,
    originVariable: `${variable}_ORIGIN`,
    publicKeyVariable: `${variable}_PUBLIC_KEY`,
  };
}

export const isRemoteName = (name: string): name is RemoteName => REMOTE_NAMES.some((each) => each === name);

type NamedRemote = Remote & { readonly name: RemoteName };

/** The remotes that the contract names. */
export const remotes: Readonly<Record<RemoteName, NamedRemote>> = forEachRemote((name) => ({
  ...remoteNamed(name),
  name,
}));

export const remoteList: readonly NamedRemote[] = Object.values(remotes);

/** Path of a release's folder on the site's origin, with a trailing slash. Releases are built for it. */
export const releasePath = ({ name }: Pick<Remote, 'name'>, version: string): string =>
  `/remotes/${name}/${version}/`;

/** The cascade layer of a remote's styles: below the shell's layers, so that it overrides none of their rules. */
export const styleLayer = ({ name }: Pick<Remote, 'name'>): string => `remotes.${name}`;
