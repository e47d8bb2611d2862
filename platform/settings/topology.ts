import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { Type, type Static } from '@sinclair/typebox';
import { parseChecked } from './checked';

/**
 * Allowed names of a remote. A name becomes part of addresses, files, classes, variables and containers. `constructor`
 * is excluded because every JavaScript object has one, the CSS keywords because layers cannot have these names.
 */
export const REMOTE_NAME = /^(?!(?:constructor|content|inherit|initial|revert|unset)$)[a-z][a-z0-9]{1,29}$/;
export const REMOTE_NAME_RULE =
  'two to thirty small Latin letters and digits, a letter first; constructor, content, inherit, initial, revert and unset are taken';

/** Allowed names of a remote's sections. A name becomes part of code, files and ids. */
export const SECTION_NAME = /^[A-Z][A-Za-z0-9]{0,39}$/;
export const SECTION_NAME_RULE = 'up to forty Latin letters and digits, a large letter first, like OpenDays';

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

/** Folder of a remote's package. */
export const folderOf = (name: string): string => `mfe-${name}`;

/** Default port of a remote whose package names none. */
const REMOTE_PORT = 3100;

/** A remote of this name. Throws when the name is invalid. */
export function remoteNamed<Name extends string>(
  name: Name,
  port = REMOTE_PORT,
): Remote & { readonly name: Name } {
  if (!REMOTE_NAME.test(name))
    throw new Error(`“${name}” is not a valid name of a remote: it has to be ${REMOTE_NAME_RULE}`);
  const variable = `MFE_${name.toUpperCase()}`;
  return {
    name,
    port,
    folder: folderOf(name),
    portVariable: `${variable}_PORT`,
    originVariable: `${variable}_ORIGIN`,
    publicKeyVariable: `${variable}_PUBLIC_KEY`,
  };
}

/** The remotes that a site's pages name. Their ports follow the shell's, in this order. */
export const remotesNamed = <Name extends string>(names: readonly Name[]) =>
  names.map((name, index) => remoteNamed(name, shell.port + 1 + index));

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

/** A remote's section, and the section of the page that it follows. The site knows its pages and their sections. */
export const ZonePlaceSchema = Type.Object(
  {
    module: Type.String({ pattern: SECTION_NAME.source, rule: SECTION_NAME_RULE }),
    page: Type.String(),
    after: Type.String(),
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
  /** All remotes, by their ports. */
  readonly workspaces: readonly RemotePackage[];
  /** The remotes among them whose sections request zones; the site's pages name the others. */
  readonly zoneRemotes: readonly RemotePackage[];
  /** Every package that runs as a process of the site. */
  readonly packages: readonly Package[];
}

/** Reads the remotes of the repository in `root`. Skips a folder without a package, which git may have left. */
export function readTopology(root: string): Topology {
  const workspaces = readdirSync(root)
    .filter((folder) => folder.startsWith(folderOf('')))
    .map((folder) => path.join(root, folder))
    .filter((directory) => existsSync(path.join(directory, 'package.json')))
    .map(readWorkspace)
    .sort((one, other) => one.port - other.port);
  const zoneRemotes = workspaces.filter(({ zones }) => zones.length > 0);
  return { workspaces, zoneRemotes, packages: [shell, ...workspaces, api] };
}

function readWorkspace(directory: string): RemotePackage {
  const remote = readRemote(directory);
  if (remote.folder === path.basename(directory)) return remote;
  throw new Error(`${directory} has the remote ${remote.name}; its folder has to be ${remote.folder}`);
}
