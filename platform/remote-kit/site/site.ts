import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { Type } from '@sinclair/typebox';
import { checked, parseChecked } from '@vidlunnia/settings/checked';
import { repositoryRoot } from '@vidlunnia/settings/machine';
import { remotesNamed } from '@vidlunnia/settings/topology';

const KitSchema = Type.Object({
  /** Version of the contract between shell and remotes. */
  contractVersion: Type.Integer(),
  /** The remotes that the site's pages name; all other remotes are in zones. */
  remotes: Type.Array(Type.String()),
  /** Packages that exist once on the page: the shell provides them, and remotes have no copy. */
  sharedPackages: Type.Array(Type.String()),
  /** Addresses that forms are sent to. */
  formActions: Type.Array(Type.String()),
  /** The API's constant data for golden pages, by path. */
  goldenData: Type.Record(Type.String(), Type.Unknown()),
});

const RootSchema = Type.Object({
  vidlunnia: Type.Object(
    { contract: Type.String() },
    { rule: '{ "contract": "the contract’s package" } at least' },
  ),
});

/** All that the kit knows of the site whose remotes it builds: `kit` of the contract that the root's manifest names. */
function readSite() {
  const manifest = path.join(repositoryRoot(), 'package.json');
  const { contract } = parseChecked(RootSchema, readFileSync(manifest), manifest).vidlunnia;
  const { kit } = createRequire(manifest)(`${contract}/kit`) as { readonly kit: unknown };
  const { remotes, ...known } = checked(KitSchema, kit, `kit of ${contract}`);
  return { ...known, contractPackage: contract, remotes: remotesNamed(remotes) };
}

export const SITE = readSite();
