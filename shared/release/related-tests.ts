import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { build, type Metafile, type Platform } from 'esbuild';
import { repositoryRoot } from '../environment/repository';

/**
 * A package's tests that import one of these modules, by whatever way, in a browser or in Node. jest's own
 * `--findRelatedTests` knows Node's way alone. All are paths from the repository's root.
 */
export async function relatedTests(
  folder: string,
  modules: readonly string[],
  root = repositoryRoot,
): Promise<string[]> {
  const entries = (await readdir(path.join(root, folder, 'src'), { recursive: true }))
    .filter((file) => /\.test\.tsx?$/.test(file))
    .map((file) => path.join(folder, 'src', file))
    .sort();
  const graphs = await Promise.all([graphOf(entries, 'browser', root), graphOf(entries, 'node', root)]);
  return entries.filter((test) => graphs.some((graph) => reaches(graph, test, new Set(modules))));
}

type Graph = Metafile['inputs'];

async function graphOf(entryPoints: string[], platform: Platform, root: string): Promise<Graph> {
  const { metafile } = await build({
    ...{ absWorkingDir: root, entryPoints, outdir: 'unwritten', write: false },
    ...{ bundle: true, metafile: true, platform, packages: 'external', logLevel: 'silent' },
    tsconfig: path.join(root, 'tsconfig.base.json'),
    loader: { '.svg': 'file', '.woff2': 'file' },
    // What nothing uses is read all the same.
    ignoreAnnotations: true,
  });
  return metafile.inputs;
}

function reaches(graph: Graph, from: string, wanted: ReadonlySet<string>): boolean {
  const seen = new Set([from]);
  for (const file of seen) {
    if (wanted.has(file)) return true;
    for (const { path: imported } of graph[file]?.imports ?? []) seen.add(imported);
  }
  return false;
}
