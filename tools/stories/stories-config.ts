import path from 'node:path';
import { sources, type Compiler, type Configuration } from 'webpack';
import { baseConfig, type Build } from '@vidlunnia/remote-kit/build/webpack/base-config';
import { repositoryRoot } from '@vidlunnia/settings/machine';

const ENTRY = 'stories';

/** The component page: one document for browsers, with all stories. */
export function storiesConfig(build: Build): Configuration[] {
  const config = baseConfig(
    { name: ENTRY, directory: path.join(repositoryRoot(), 'tools/stories'), publicPath: '/', styles: 'page' },
    build,
    'client',
  );
  return [
    {
      ...config,
      entry: { [ENTRY]: './src/main.tsx' },
      plugins: [...(config.plugins ?? []), { apply: addDocument }],
    },
  ];
}

function addDocument(compiler: Compiler): void {
  compiler.hooks.thisCompilation.tap(ENTRY, (compilation) => {
    const stage = compiler.webpack.Compilation.PROCESS_ASSETS_STAGE_REPORT;
    compilation.hooks.processAssets.tap({ name: ENTRY, stage }, () => {
      const files = compilation.entrypoints.get(ENTRY)?.getFiles() ?? [];
      compilation.emitAsset('index.html', new sources.RawSource(documentOf(files)));
    });
  });
}

const documentOf = (files: readonly string[]) =>
  [
    '<!doctype html>',
    '<html lang="uk">',
    '<meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    '<title>Components</title>',
    ...files.map((file) =>
      file.endsWith('.css')
        ? `<link rel="stylesheet" href="/${file}">`
        : `<script src="/${file}" defer></script>`,
    ),
    '<div id="root"></div>',
  ].join('\n');
