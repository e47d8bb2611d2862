import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from '@jest/globals';
import { repositoryRoot } from '../environment/repository';

const read = (file: string) => readFileSync(path.join(repositoryRoot, file), 'utf8');
const scriptsOf = (folder: string) => {
  const { scripts } = JSON.parse(read(path.join(folder, 'package.json'))) as { scripts?: object };
  return Object.keys(scripts ?? {});
};

const documents = [
  'README.md',
  'api/README.md',
  ...readdirSync(path.join(repositoryRoot, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.md'))
    .map((file) => `docs/${file}`),
];

const commands = documents.flatMap((document) =>
  [...read(document).matchAll(/(?:`|^)npm (?:run )?([a-z][\w:-]*)(?: -w ([\w-]+))?/gm)].map(
    ([command, script = '', folder = '.']) => ({ document, command, script, folder }),
  ),
);

test('the documents name commands at all', () => {
  expect(commands.length).toBeGreaterThan(5);
});

test.each(commands)('$document: $command exists', ({ script, folder }) => {
  expect(scriptsOf(folder)).toContain(script);
});
