import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { Type, type Static } from '@sinclair/typebox';
import { Value } from '@sinclair/typebox/value';
import { repositoryRoot } from '../../environment/repository';

const LookSchema = Type.Object({
  /** Of the team's islands. */
  heights: Type.Record(Type.String(), Type.Number()),
  /** Hash of the picture with the team's islands painted over. */
  others: Type.String(),
});

const SeenViewSchema = Type.Object({
  output: Type.Array(Type.String()),
  dead: Type.Array(Type.String()),
  hasOwn: Type.Boolean(),
  schemes: Type.Object({ light: Type.Optional(LookSchema), dark: Type.Optional(LookSchema) }),
});

const SeenViewsSchema = Type.Record(Type.String(), SeenViewSchema);

/** What the gate has seen of one page at one width. */
export type SeenView = Static<typeof SeenViewSchema>;
/** The same of all its views, by their names. */
export type SeenViews = Static<typeof SeenViewsSchema>;

/** All that decides how golden pages look to the gate. */
export interface Looks {
  /** Of the team whose islands are painted over. */
  readonly remote: string;
  /** Version of each remote on the page. */
  readonly releases: Readonly<Record<string, string>>;
  /** Version of the shell's build. */
  readonly shell: string;
  readonly browser: string;
}

/** Pages that are remembered: more than teams release, and go back to, in a while. */
const KEPT = 50;
const FOLDER = path.join(repositoryRoot, '.cache/gate');

/**
 * What was seen of these releases together when one of them passed the gate; `null` when nothing is known. The same
 * releases in the same shell and browser paint the same pixels.
 */
export async function recallViews(looks: Looks, folder = FOLDER): Promise<SeenViews | null> {
  const text = await readFile(await fileOf(looks, folder), 'utf8').catch(() => null);
  if (text === null) return null;
  try {
    return Value.Decode(SeenViewsSchema, JSON.parse(text) as unknown);
  } catch {
    // Half written, or of another gate: as good as none.
    return null;
  }
}

export async function rememberViews(looks: Looks, seen: SeenViews, folder = FOLDER): Promise<void> {
  await mkdir(folder, { recursive: true });
  await writeFile(await fileOf(looks, folder), JSON.stringify(seen));
  const files = (await readdir(folder)).map((file) => path.join(folder, file));
  const dated = await Promise.all(files.map(async (file) => ({ file, at: (await stat(file)).mtimeMs })));
  const old = dated.sort((one, other) => other.at - one.at).slice(KEPT);
  await Promise.all(old.map(({ file }) => rm(file, { force: true })));
}

async function fileOf({ remote, releases, shell, browser }: Looks, folder: string): Promise<string> {
  const hash = createHash('sha256').update(
    JSON.stringify([remote, Object.entries(releases).sort(), shell, browser]),
  );
  // Another gate may look otherwise at the same page.
  const sources = (await readdir(__dirname)).filter((file) => !file.includes('.test.')).sort();
  for (const file of sources) hash.update(await readFile(path.join(__dirname, file)));
  return path.join(folder, `${remote}-${hash.digest('hex').slice(0, 16)}.json`);
}
