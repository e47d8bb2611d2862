import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { Type, type Static } from '@sinclair/typebox';
import { SECTION_IDS, type RemoteName } from '@vidlunnia/contracts';
import { parseChecked } from '@vidlunnia/contracts/checked';
import {
  REMOTE_NAME,
  REMOTE_NAME_RULE,
  REMOTE_NAMES,
  SECTION_NAME,
  SECTION_NAME_RULE,
} from '@vidlunnia/contracts/release';

/** A process of the site, with its port and variable. */
export interface Package {
  /** Folder of its package, from the repository's root. */
  readonly folder: string;
  readonly port: number;
  /** Environment variable that changes the port. */
  readonly portVariable: string;
}

/** A package that the shell reads from. */
export interface Upstream extends Package {
  /** Environment variable with its origin for the shell; the default is this machine at its port. */
  readonly originVariable: string;
}

export interface Remote extends Upstream {
  /** A remote of the contract, or one whose sections are in zones. */
  readonly name: string;
  /** Environment variable with the team's public key. The shell ingests only releases signed with this key. */
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

/** The same for asynchronous values. Rejects with the first rejection. */
export async function awaitEachRemote<Value>(
  make: (name: RemoteName) => Promise<Value>,
): Promise<Readonly<Record<RemoteName, Value>>> {
  const made = await Promise.all(REMOTE_NAMES.map(async (name) => [name, await make(name)] as const));
  return Object.fromEntries(made) as Record<RemoteName, Value>;
}

/** Folder of a remote's package. */
export const folderOf = (name: string): string => `mfe-${name}`;

/** Default port of a remote outside the contract. */
const ZONE_PORT = 3100;

/** A remote of this name. Throws when the name is invalid. */
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

/** Path of a release's folder on the site's origin, with a trailing slash. Releases are built for this path. */
export const releasePath = ({ name }: Pick<Remote, 'name'>, version: string): string =>
  `/remotes/${name}/${version}/`;

/** The cascade layer of a remote's styles. It is below the shell's layers, so the shell's rules win. */
export const styleLayer = ({ name }: Pick<Remote, 'name'>): string => `remotes.${name}`;

/** Limits of a remote's files on a page without the entry, in bytes after gzip. */
const BudgetSchema = Type.Object(
  { scripts: Type.Integer({ minimum: 0 }), styles: Type.Integer({ minimum: 0 }) },
  { additionalProperties: false },
);

/** A section of a remote outside the contract, and the section of the page that it follows. */
export const ZonePlaceSchema = Type.Object(
  {
    module: Type.String({ pattern: SECTION_NAME.source, rule: SECTION_NAME_RULE }),
    page: Type.Literal('home'),
    after: Type.Union(SECTION_IDS.map((id) => Type.Literal(id))),
  },
  { additionalProperties: false },
);

export type ZonePlace = Static<typeof ZonePlaceSchema>;

/** A remote's description, under `vidlunnia` in its `package.json`. */
const PackageSchema = Type.Object({
  vidlunnia: Type.Object(
    {
      remote: Type.String({ pattern: REMOTE_NAME.source, rule: REMOTE_NAME_RULE }),
      port: Type.Optional(Type.Integer({ minimum: 1, maximum: 65_535 })),
      bundled: Type.Optional(Type.Boolean()),
      zones: Type.Optional(Type.Array(ZonePlaceSchema)),
      budget: Type.Optional(BudgetSchema),
    },
    { rule: 'the remote’s description, { "remote": "careers" } at least' },
  ),
});

/** A remote whose sources are here. */
export interface RemotePackage extends Remote {
  /** Absolute path of its package. */
  readonly directory: string;
  /** Whether all its modules are on one page and therefore share one script and one style sheet. */
  readonly bundled: boolean;
  /** The zones that its sections request. The operator's list of remotes decides. */
  readonly zones: readonly ZonePlace[];
  readonly budget: Readonly<Static<typeof BudgetSchema>>;
}

/** Twice the weight of one section with little text. */
const FIRST_BUDGET = { scripts: 4_000, styles: 2_000 };

/** The remote of a folder's `package.json`. Throws an error with file and field for an invalid description. */
export function readRemote(directory: string): RemotePackage {
  const file = path.join(directory, 'package.json');
  const { vidlunnia } = parseChecked(PackageSchema, readFileSync(file, 'utf8'), file);
  const { remote: name, port, bundled = true, zones = [], budget = FIRST_BUDGET } = vidlunnia;
  return { ...remoteNamed(name, port), directory, bundled, zones, budget };
}

/** The remotes that a repository builds, serves and releases. */
export interface Topology {
  /** All remotes; those of the contract come first. */
  readonly workspaces: readonly RemotePackage[];
  /** Remotes outside the contract, whose sections are in zones. */
  readonly zoneRemotes: readonly RemotePackage[];
  /** Every package that runs as a process of the site. */
  readonly packages: readonly Package[];
}

/** Reads the remotes of the repository in `root`. Skips a folder without a package, which git may have left. */
export function readTopology(root: string): Topology {
  const found = readdirSync(root)
    .filter((folder) => folder.startsWith(folderOf('')))
    .sort()
    .map((folder) => path.join(root, folder))
    .filter((directory) => existsSync(path.join(directory, 'package.json')))
    .map(readWorkspace);
  const zoneRemotes = found.filter(({ name }) => !isRemoteName(name));
  const contractRemotes = remoteList.flatMap(({ name }) => found.filter((remote) => remote.name === name));
  const workspaces = [...contractRemotes, ...zoneRemotes];
  return { workspaces, zoneRemotes, packages: [shell, ...workspaces, api] };
}

function readWorkspace(directory: string): RemotePackage {
  const remote = readRemote(directory);
  if (remote.folder === path.basename(directory)) return remote;
  throw new Error(`${directory} has the remote ${remote.name}; its folder has to be ${remote.folder}`);
}
