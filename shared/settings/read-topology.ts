import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { Type, type Static } from '@sinclair/typebox';
import { SECTION_IDS } from '@vidlunnia/contracts';
import { parseChecked } from '@vidlunnia/contracts/checked';
import { REMOTE_NAME, REMOTE_NAME_RULE, SECTION_NAME, SECTION_NAME_RULE } from '@vidlunnia/contracts/names';
import { folderOf, isRemoteName, remoteList, remoteNamed, type Remote } from './topology';

/** Limits of a remote's files on a page, without the entry, in bytes after gzip. */
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
    { rule: 'what the remote says of itself, { "remote": "careers" } at least' },
  ),
});

/** A remote whose sources are here. */
export interface RemotePackage extends Remote {
  /** Absolute path of its package. */
  readonly directory: string;
  /** Whether all its modules are on one page and therefore share one script and one style sheet. */
  readonly bundled: boolean;
  /** The places that its sections are made for; the operator's list of remotes decides which ones they get. */
  readonly zones: readonly ZonePlace[];
  readonly budget: Readonly<Static<typeof BudgetSchema>>;
}

/** Twice the weight of one section with little text. */
const FIRST_BUDGET = { scripts: 4_000, styles: 2_000 };

/** The remote that `package.json` in a folder describes. Throws, naming file and field, when it describes none. */
export function readRemote(directory: string): RemotePackage {
  const file = path.join(directory, 'package.json');
  const { vidlunnia } = parseChecked(PackageSchema, readFileSync(file, 'utf8'), file);
  const { remote: name, port, bundled = true, zones = [], budget = FIRST_BUDGET } = vidlunnia;
  return { ...remoteNamed(name, port), directory, bundled, zones, budget };
}

/** The remotes that a repository builds, serves and releases. */
export interface Topology {
  /** Those of the contract first. */
  readonly workspaces: readonly RemotePackage[];
  /** Those outside the contract: their sections are in zones. */
  readonly zoneRemotes: readonly RemotePackage[];
}

/** Reads the remotes of the repository in `root`. A folder without a package, left by git, does not count. */
export function readTopology(root: string): Topology {
  const found = readdirSync(root)
    .filter((folder) => folder.startsWith(folderOf('')))
    .sort()
    .map((folder) => path.join(root, folder))
    .filter((directory) => existsSync(path.join(directory, 'package.json')))
    .map(readWorkspace);
  const zoneRemotes = found.filter(({ name }) => !isRemoteName(name));
  const contractRemotes = remoteList.flatMap(({ name }) => found.filter((remote) => remote.name === name));
  return { workspaces: [...contractRemotes, ...zoneRemotes], zoneRemotes };
}

function readWorkspace(directory: string): RemotePackage {
  const remote = readRemote(directory);
  if (remote.folder === path.basename(directory)) return remote;
  throw new Error(`${directory} has the remote ${remote.name}; its folder has to be ${remote.folder}`);
}
