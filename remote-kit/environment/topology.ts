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

/** A process of the site: where it listens by default and which variables change that. */
export interface Package {
  /** Folder of its package. */
  readonly folder: string;
  readonly port: number;
  /** Environment variable that changes the port. */
  readonly portVariable: string;
}

/** A package that the shell reads from. */
export interface Upstream extends Package {
  /** Environment variable that tells the shell where it is, when not on this machine at its port. */
  readonly originVariable: string;
}

/** What a remote's files may weigh on a page, the entry aside, in bytes after gzip. */
const BudgetSchema = Type.Object(
  { scripts: Type.Integer({ minimum: 0 }), styles: Type.Integer({ minimum: 0 }) },
  { additionalProperties: false },
);

export interface Remote extends Upstream {
  /** Absolute path of its package. */
  readonly directory: string;
  /** One of the contract's, or one whose sections stand in zones. */
  readonly name: string;
  /** Environment variable with the team's public key: the shell ingests what that key signed. */
  readonly publicKeyVariable: string;
  /** Whether all its modules stand on one page and therefore travel together, in one script and one style sheet. */
  readonly bundled: boolean;
  /** Places for which its sections are meant; which ones they get, the operator's list of remotes says. */
  readonly zones: readonly ZonePlace[];
  readonly budget: Readonly<Static<typeof BudgetSchema>>;
}

/** A section of a remote that the contract does not name, and the section of the page that it follows. */
export const ZonePlaceSchema = Type.Object(
  {
    module: Type.String({ pattern: SECTION_NAME.source, rule: SECTION_NAME_RULE }),
    page: Type.Literal('home'),
    after: Type.Union(SECTION_IDS.map((id) => Type.Literal(id))),
  },
  { additionalProperties: false },
);

export type ZonePlace = Static<typeof ZonePlaceSchema>;

/** What a remote says of itself, under `vidlunnia` in its `package.json`. */
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

/** Requests below `prefix` on the shell's origin are passed on to it. */
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

/** The same, of what takes its time; rejects with the first that rejects. */
export async function awaitEachRemote<Value>(
  make: (name: RemoteName) => Promise<Value>,
): Promise<Readonly<Record<RemoteName, Value>>> {
  const made = await Promise.all(REMOTE_NAMES.map(async (name) => [name, await make(name)] as const));
  return Object.fromEntries(made) as Record<RemoteName, Value>;
}

/** Folder of a remote's package. */
export const folderOf = (name: string): string => `mfe-${name}`;

/** As much as one section with few words needs twice. */
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
 * The remote that `package.json` in a folder describes: that in which npm runs its script, unless another is named.
 * Throws, naming file and field, when it describes none.
 */
export function remoteHere(directory = process.cwd()): Remote {
  const file = path.join(directory, 'package.json');
  return makeRemote(parseChecked(PackageSchema, readFileSync(file, 'utf8'), file).vidlunnia, directory);
}

/**
 * What the packages said, in JSON, when a server was bundled (remote-kit/build/build-server.ts), which runs without them.
 * Elsewhere it is not defined.
 */
declare const BUNDLED_DESCRIPTIONS: string | undefined;

/** What the workspaces say of themselves; no more than is left of a removed one is none. */
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

/** Workspaces of this repository that the contract does not name: their sections stand in zones. */
export const zoneRemotes: readonly Remote[] = described.filter(({ name }) => !isRemoteName(name));

/** The remotes that are built, served and released here. */
export const workspaces: readonly Remote[] = [...remoteList, ...zoneRemotes];

/** The remote of this name: one of this repository, else one that a team has outside of it. Throws when it is no name. */
export function remoteNamed(name: string): Remote {
  const remote = workspaces.find((each) => each.name === name);
  if (remote) return remote;
  if (REMOTE_NAME.test(name)) return makeRemote({ remote: name });
  throw new Error(`“${name}” is no name of a remote: it has to be ${REMOTE_NAME_RULE}`);
}

/** Address of a release's directory on the site's origin, with a slash at its end. Releases are built for it. */
export const releasePath = ({ name }: Pick<Remote, 'name'>, version: string): string =>
  `/remotes/${name}/${version}/`;

/** The cascade layer of a remote's styles: below the shell's, so that they override nothing of it. */
export const styleLayer = ({ name }: { readonly name: string }): string => `remotes.${name}`;
