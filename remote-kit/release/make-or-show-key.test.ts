import path from 'node:path';
import { expect, test } from '@jest/globals';
import { remotes } from '../environment/topology';
import { directoryTarget } from './directory-target';
import { makeOrShowKey } from './make-or-show-key';
import { siteOf } from './site';
import { temporaryFolder } from './testing/temporary-folder';

test('a key is made once and shown ever after, with the line that the shell needs', async () => {
  const folder = temporaryFolder();
  const keysOf = async () => {
    const said: string[] = [];
    await makeOrShowKey({
      remote: remotes.blog,
      environment: { KEYS_DIR: folder },
      target: directoryTarget(folder),
      site: siteOf({}),
      say: (line) => said.push(line),
    });
    return said;
  };
  const file = path.join(folder, 'mfe-blog.key');
  const made = await keysOf();
  expect(made).toEqual([
    `The private key of mfe-blog is made: ${file}. Keep it to your team`,
    expect.any(String),
    expect.stringMatching(/^MFE_BLOG_PUBLIC_KEY=[\w-]{43}$/),
  ]);
  expect(await keysOf()).toEqual([
    `The private key of mfe-blog is there already: ${file}. Nothing was changed`,
    ...made.slice(1),
  ]);
});
