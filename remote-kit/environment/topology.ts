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
} from '@vidlunnia/contracts/names';
import { repositoryRoot } from './repository';

/** A process of the site: its default port, and the variables that change it. */
export interface Package {
  /** Folder of its package. */
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

/** Limits of a remote's files on a page, without the entry, in bytes after gzip. */
const BudgetSchema = Type.Object(
  { scripts: Type.Integer({ minimum: 0 }), styles: Type.Integer({ minimum: 0 }) },
  { additionalProperties: false },
);

export interface Remote extends Upstream {
  /** Absolute path of its package. */
  readonly directory: string;
  /** A remote of the contract, or one whose sections are in zones. */
  readonly name: string;
  /** Environment variable with the team's public key: the shell ingests only releases signed with it. */
  readonly publicKeyVariable: string;
  /** Whether all its modules are on one page and therefore share one script and one style sheet. */
  readonly bundled: boolean;
  /** The places that its sections are made for; the operator's list of remotes decides which ones they get. */
  readonly zones: readonly ZonePlace[];
  readonly budget: Readonly<Static<typeof BudgetSchema>>;
}

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
const DescriptionSchema = Type.Object(
  {
    remote: Type.String({ pattern: REMOTE_NAME.source, rule: REMOTE_NAME_RULE }),
    port: Type.Optional(Type.Integer({ minimum: 1, maximum: 65_535 })),
    bundled: Type.Optional(Type.Boolean()),
    zones: Type.Optional(Type.Array(ZonePlaceSchema)),
    budget: Type.Optional(BudgetSchema),
  },
  { rule: 'what the remote says of itself, { "remote": "careers" } at least' },
);

type Description = Static<typeof DescriptionSchema>;

const PackageSchema = Type.Object({ vidlunnia: DescriptionSchema });

export const shell: Package = { folder: 'shell', port: 3000, portVariable: 'PORT' };

/** Requests below `prefix` on the shell's origin are proxied to it. */
export const api = {
  ...{ folder: 'api', port: 4000, portVariable: 'API_PORT', originVariable: 'API_ORIGIN' },
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

/** Twice the weight of one section with little text. */
const FIRST_BUDGET = { scripts: 4_000, styles: 2_000 };

function makeRemote(
  { remote: name, port = 3100, bundled = true, zones = [], budget = FIRST_BUDGET }: Description,
  directory = path.join(repositoryRoot, folderOf(name)),
): Remote {
  const variable = `MFE_${name.toUpperCase()}`;
  return {
    ...{ name, port, bundled, zones, budget, directory },
    folder: folderOf(name),
    portVariable: `${variable}_PORT`,
    originVariable: `${variable}_ORIGIN`,
    publicKeyVariable: `${variable}_PUBLIC_KEY`,
  };
}

/**
 * The remote that `package.json` in a folder describes: by default the folder in which npm runs the script. Throws,
 * naming file and field, when it describes none.
 */
export function remoteHere(directory = process.cwd()): Remote {
  const file = path.join(directory, 'package.json');
  return makeRemote(parseChecked(PackageSchema, readFileSync(file, 'utf8'), file).vidlunnia, directory);
}

/**
 * The packages' descriptions as JSON, set when a server is bundled (remote-kit/build/build-server.ts): a bundle runs
 * without the packages. Undefined elsewhere.
 */
declare const BUNDLED_DESCRIPTIONS: string | undefined;

/** The descriptions of the workspaces; leftovers of a removed workspace do not count. */
const described: readonly Remote[] =
  typeof BUNDLED_DESCRIPTIONS === 'undefined'
    ? readdirSync(repositoryRoot)
        .filter((name) => name.startsWith(folderOf('')))
        .sort()
        .filter((name) => existsSync(path.join(repositoryRoot, name, 'package.json')))
        .map(workspaceIn)
    : (JSON.parse(BUNDLED_DESCRIPTIONS) as Description[]).map((description) => makeRemote(description));

function workspaceIn(name: string): Remote {
  const remote = remoteHere(path.join(repositoryRoot, name));
  if (remote.folder === name) return remote;
  throw new Error(`${remote.directory} has the remote ${remote.name}; its folder has to be ${remote.folder}`);
}

type NamedRemote = Remote & { readonly name: RemoteName };

/** The remotes that the contract names. */
export const remotes: Readonly<Record<RemoteName, NamedRemote>> = forEachRemote((name) => ({
  ...(described.find((remote) => remote.name === name) ?? makeRemote({ remote: name })),
  name,
}));

export const remoteList: readonly NamedRemote[] = Object.values(remotes);

export const isRemoteName = (name: string): name is RemoteName => Object.hasOwn(remotes, name);

/** Workspaces of this repository outside the contract: their sections are in zones. */
export const zoneRemotes: readonly Remote[] = described.filter(({ name }) => !isRemoteName(name));

/** The remotes that this repository builds, serves and releases. */
export const workspaces: readonly Remote[] = [...remoteList, ...zoneRemotes];

/** The remote of this name: one of this repository, else an external one. Throws when the name is not allowed. */
export function remoteNamed(name: string): Remote {
  const remote = workspaces.find((each) => each.name === name);
  if (remote) return remote;
  if (REMOTE_NAME.test(name)) return makeRemote({ remote: name });
  throw new Error(`“${name}” is not a valid name of a remote: it has to be ${REMOTE_NAME_RULE}`);
}

/** Path of a release's folder on the site's origin, with a trailing slash. Releases are built for it. */
export const releasePath = ({ name }: Pick<Remote, 'name'>, version: string): string =>
  `/remotes/${name}/${version}/`;

/** The cascade layer of a remote's styles: below the shell's layers, so that it overrides none of their rules. */
export const styleLayer = ({ name }: { readonly name: string }): string => `remotes.${name}`;
