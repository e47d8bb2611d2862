import { describe, expect, test } from '@jest/globals';
import type { ModuleId } from '@vidlunnia/contracts';
import { moduleOf, remoteOf } from './release-set';

test.each<[ModuleId, string, string]>([
  ['home/Hero', 'home', 'Hero'],
  ['blog/Post', 'blog', 'Post'],
  ['forms/ApplicationForm', 'forms', 'ApplicationForm'],
])('%s is of the remote %s and there called %s', (id, remote, module) => {
  expect([remoteOf(id), moduleOf(id)]).toEqual([remote, module]);
});

describe('what is no id, although the compiler was told so,', () => {
  const untyped = (text: string) => JSON.parse(JSON.stringify(text)) as ModuleId;

  test.each(['home', '', '/Hero', 'shop/Hero', 'constructor/Hero', 'HOME/Hero'])(
    '“%s” is rejected',
    (text) => {
      expect(() => remoteOf(untyped(text))).toThrow(`${text} is not the id of a module`);
      expect(() => moduleOf(untyped(text))).toThrow(`${text} is not the id of a module`);
    },
  );
});
