import { sayAgain, unsay, type Said } from './said-again';

/** Files that engines read: they say the same of every remote. */
export const ENGINE_FILES = [
  'docker-compose.yml',
  'docker-compose.override.yml',
  'docker-compose.prod.yml',
  'shared/deploy/api.Dockerfile',
  'shared/deploy/release.Dockerfile',
  'shared/deploy/shell.Dockerfile',
  'shared/deploy/kubernetes/kustomization.yaml',
  'shared/deploy/kubernetes/shell.yaml',
  'docs/settings.md',
];

/** Documents that list the remotes, and beside that tell of some what they don’t of others. */
export const DOCUMENTS = ['docs/deployment.md', 'docs/keys.md'];

/** What a file says of the remotes from the third on, said anew after what it says of the one before each. */
export function sayOfAll(text: string, remotes: readonly Said[]): string {
  const names = remotes.map(({ name }) => name);
  return remotes.slice(2).reduce((said, remote, index) => {
    const before = remotes[index + 1];
    if (!before) return said;
    const others = names.filter((name) => name !== remote.name);
    const known = names.slice(0, index + 1);
    return sayAgain(unsay(said, remote.name, others), before, remote, known);
  }, text);
}
