import type { RemoteName } from '../contracts';
import { REMOTE_NAME, REMOTE_NAME_RULE } from '../contracts/names';

/** A process of the site: where it listens by default and which variables change that. */
export interface Package {
  /** Folder of its package. */
  readonly folder: string;
  readonly port: number;
  /** Environment variable that changes the port. */
  readonly portVariable: string;
}

/** A package that the shell passes requests on to. */
export interface Upstream extends Package {
  /** Environment variable that tells the shell where it is, when not on this machine at its port. */
  readonly originVariable: string;
  /** Path on the shell's origin under which it is reached. */
  readonly prefix: string;
}

export interface Remote extends Upstream {
  /** One of the repository's, or of a team outside. */
  readonly name: string;
  /** Environment variable with the team's public key: the shell ingests what that key signed. */
  readonly publicKeyVariable: string;
  /** Whether all its modules stand on one page and therefore travel together, in one script and one style sheet. */
  readonly bundled: boolean;
}

/** What cannot be told from a remote's name. */
type Entry = Pick<Remote, 'port' | 'bundled'>;

/** Of a remote whose team says nothing else. */
const OUTSIDE: Entry = { port: 3100, bundled: true };

/** Every remote: the one list that builds, servers and tests read. `npm run new:remote` adds to it. */
const REMOTES: Readonly<Record<RemoteName, Entry>> = {
  home: { port: 3001, bundled: true },
  blog: { port: 3002, bundled: false },
  forms: { port: 3003, bundled: true },
};

export const shell: Package = { folder: 'shell', port: 3000, portVariable: 'PORT' };

export const api: Upstream = {
  folder: 'api',
  port: 4000,
  portVariable: 'API_PORT',
  originVariable: 'API_ORIGIN',
  prefix: '/api',
};

/** Names of all remotes, in their order. */
export const REMOTE_NAMES = Object.keys(REMOTES) as readonly RemoteName[];

/** A record with a value for each remote. */
export const forEachRemote = <Value>(
  make: (name: RemoteName) => Value,
): Readonly<Record<RemoteName, Value>> =>
  Object.fromEntries(REMOTE_NAMES.map((name) => [name, make(name)])) as Record<RemoteName, Value>;

/** The same, of what takes its time; rejects with the first that rejects. */
export async function awaitEachRemote<Value>(
  make: (name: RemoteName) => Promise<Value>,
): Promise<Readonly<Record<RemoteName, Value>>> {
  const made = await Promise.all(REMOTE_NAMES.map(async (name) => [name, await make(name)] as const));
  return Object.fromEntries(made) as Record<RemoteName, Value>;
}

/** Folder of a remote's package. */
export const folderOf = (name: string): string => `mfe-${name}`;

/** What its variables begin with. */
const variableOf = (name: string) => `MFE_${name.toUpperCase()}`;

const makeRemote = <Name extends string>(name: Name, entry: Entry): Remote & { readonly name: Name } => ({
  name,
  folder: folderOf(name),
  ...entry,
  portVariable: `${variableOf(name)}_PORT`,
  originVariable: `${variableOf(name)}_ORIGIN`,
  publicKeyVariable: `${variableOf(name)}_PUBLIC_KEY`,
  prefix: `/remotes/${name}`,
});

type NamedRemote = Remote & { readonly name: RemoteName };

export const remotes: Readonly<Record<RemoteName, NamedRemote>> = forEachRemote((name) =>
  makeRemote(name, REMOTES[name]),
);

export const isRemoteName = (name: string): name is RemoteName => Object.hasOwn(REMOTES, name);

/** The remote of this name: one of this repository, else one that a team has outside of it. Throws when it is no name. */
export function remoteNamed(name: string, entry: Partial<Entry> = {}): Remote {
  if (isRemoteName(name)) return remotes[name];
  if (REMOTE_NAME.test(name)) return makeRemote(name, { ...OUTSIDE, ...entry });
  throw new Error(`“${name}” is no name of a remote: it has to be ${REMOTE_NAME_RULE}`);
}

/** Address of a release's directory on the site's origin, with a slash at its end. Releases are built for it. */
export const releasePath = ({ prefix }: Remote, version: string): string => `${prefix}/${version}/`;

/** The cascade layer of a remote's styles: below the shell's, so that they override nothing of it. */
export const styleLayer = ({ name }: { readonly name: string }): string => `remotes.${name}`;

export const remoteList: readonly NamedRemote[] = Object.values(remotes);
