import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { build } from 'esbuild';
import { repositoryRoot } from '@vidlunnia/settings/machine';

/**
 * Bundles a server's TypeScript, one file per entry. `external` packages stay in `node_modules`: by default all that
 * come from the registry.
 */
export async function buildServer(
  folder: string,
  entries: readonly string[],
  output: string,
  external?: string[],
): Promise<void> {
  const directory = path.join(repositoryRoot(), folder);
  await build({
    absWorkingDir: directory,
    entryPoints: [...entries],
    entryNames: '[name]',
    outdir: output,
    bundle: true,
    platform: 'node',
    target: 'node20.19',
    format: 'cjs',
    sourcemap: true,
    external: external ?? (await registryPackages(directory)),
    logLevel: 'warning',
  });
}

/** All dependencies except our own packages, which are TypeScript and have to be bundled. */
async function registryPackages(directory: string): Promise<string[]> {
  const manifest = await readFile(path.join(directory, 'package.json'), 'utf8');
  const { dependencies } = JSON.parse(manifest) as { dependencies: Record<string, string> };
  return Object.keys(dependencies).filter((name) => !name.startsWith('@vidlunnia/'));
}
