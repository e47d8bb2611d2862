import { readFileSync } from 'node:fs';
import path from 'node:path';
import { repositoryRoot } from '@vidlunnia/remote-kit/environment/repository';

const { references } = JSON.parse(readFileSync(path.join(repositoryRoot, 'tsconfig.json'), 'utf8')) as {
  readonly references: readonly { readonly path: string }[];
};

/** How the types of all packages are checked. */
export const TYPES_OF_ALL = {
  args: [path.join(repositoryRoot, 'node_modules/typescript-7/bin/tsc'), '-b', '--pretty', 'false'],
  cwd: repositoryRoot,
  folders: references.map((project) => path.join(repositoryRoot, project.path)),
};
