import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { Type } from '@sinclair/typebox';
import { checked, parseChecked } from '@vidlunnia/settings/checked';
import { repositoryRoot } from '@vidlunnia/settings/machine';
import { remotesNamed } from '@vidlunnia/settings/topology';

const Texts = Type.Array(Type.String());

/** What a site tells the kit that builds, tests and releases its remotes. */
const SiteSchema = Type.Object({
  /** Version of the contract between shell and remotes. */
  contractVersion: Type.Integer(),
  /** The package whose `index` declares this contract. */
  contractPackage: Type.String(),
  /** Names of the remotes that its pages name; all other remotes are in zones. */
  remotes: Texts,
  /** Packages that exist once on the page: the shell provides them, and remotes have no copy. */
  sharedPackages: Texts,
  /** Addresses that forms are sent to. */
  formActions: Texts,
  /** Addresses of the golden pages. */
  goldenPages: Texts,
  /** The golden pages whose pictures a browser compares. */
  comparedPages: Texts,
  /** A golden page, and links that lead a visitor on from it. The browser loads and shows every island of each next page. */
  tour: Type.Object({ page: Type.String(), links: Texts }),
  /** The API's constant data for golden pages, by path. */
  goldenData: Type.Record(Type.String(), Type.Unknown()),
});

const RootSchema = Type.Object({
  vidlunnia: Type.Object(
    { site: Type.String() },
    { rule: '{ "site": "@vidlunnia/contracts/kit" }, the module that describes the site to the kit' },
  ),
});

type Site = ReturnType<typeof readSite>;
let known: Site | undefined;

/** The site whose remotes the kit builds: `vidlunnia.site` in the root's `package.json` names its description. */
export const siteOfKit = (): Site => (known ??= readSite());

function readSite() {
  const file = path.join(repositoryRoot(), 'package.json');
  const { site: name } = parseChecked(RootSchema, readFileSync(file), file).vidlunnia;
  const { site } = createRequire(file)(name) as { readonly site: unknown };
  const described = checked(SiteSchema, site, name);
  return { ...described, remotes: remotesNamed(described.remotes) };
}
