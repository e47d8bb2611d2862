import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from '@jest/globals';
import { repositoryRoot } from '../../environment/repository';
import { remoteList } from '../../environment/topology';
import { ENGINE_FILES, syncEntries } from './engine-files';

/** Without the blanks that put columns of a table below one another. */
const squeezed = (text: string) => text.replaceAll(/ {2,}/g, ' ').split('\n');

test.each(ENGINE_FILES)(
  '%s has the same entries for every remote; `npm run sync:remotes` mends it',
  (file) => {
    const text = readFileSync(path.join(repositoryRoot, file), 'utf8');
    expect(squeezed(text)).toEqual(squeezed(syncEntries(text, remoteList)));
  },
);

const REMOTES = [
  { name: 'home', port: 3001 },
  { name: 'blog', port: 3002 },
  { name: 'forms', port: 3003 },
];

test('missing entries of a remote are copied, with its port', () => {
  const text = 'services:\n  mfe-home:\n    port: 3001\n\n  mfe-blog:\n    port: 3002\n';
  expect(syncEntries(`${text}\n  shell:\n`, REMOTES)).toBe(
    `${text}\n  mfe-forms:\n    port: 3003\n\n  shell:\n`,
  );
});

test('an entry that differs from the others is replaced', () => {
  const text = 'MFE_HOME_PORT=3001\nMFE_BLOG_PORT=3002\n';
  expect(syncEntries(`${text}MFE_FORMS_PORT=3007\n`, REMOTES)).toBe(`${text}MFE_FORMS_PORT=3003\n`);
});
