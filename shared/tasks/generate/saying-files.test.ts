import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from '@jest/globals';
import { repositoryRoot } from '../../environment/repository';
import { remoteList } from '../../environment/topology';
import { ENGINE_FILES, sayOfAll } from './saying-files';

/** Without the blanks that put columns of a table below one another. */
const squeezed = (text: string) => text.replaceAll(/ {2,}/g, ' ').split('\n');

test.each(ENGINE_FILES)('%s says the same of every remote; else `npm run say:remotes` mends it', (file) => {
  const text = readFileSync(path.join(repositoryRoot, file), 'utf8');
  expect(squeezed(text)).toEqual(squeezed(sayOfAll(text, remoteList)));
});

const REMOTES = [
  { name: 'home', port: 3001 },
  { name: 'blog', port: 3002 },
  { name: 'forms', port: 3003 },
];

test('what is missing of a remote is said again, at its port', () => {
  const text = 'services:\n  mfe-home:\n    port: 3001\n\n  mfe-blog:\n    port: 3002\n';
  expect(sayOfAll(`${text}\n  shell:\n`, REMOTES)).toBe(
    `${text}\n  mfe-forms:\n    port: 3003\n\n  shell:\n`,
  );
});

test('what differs from the others is said as of them', () => {
  const text = 'MFE_HOME_PORT=3001\nMFE_BLOG_PORT=3002\n';
  expect(sayOfAll(`${text}MFE_FORMS_PORT=3007\n`, REMOTES)).toBe(`${text}MFE_FORMS_PORT=3003\n`);
});
