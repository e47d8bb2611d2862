import path from 'node:path';
import { expect, test } from '@jest/globals';
import { repositoryRoot } from '../../environment/repository';
import { classNames } from './class-names';

const nameIn = (names: ReturnType<typeof classNames>) => (file: string, local: string) =>
  names({ resourcePath: path.join(repositoryRoot, file) }, '', local);

test('classes of a file are numbered in their order, however often they are asked for', () => {
  const name = nameIn(classNames('home', 'v1'));
  const named = ['card', 'title', 'card'].map((local) => name('a.module.css', local));
  expect(named).toEqual([named[0], named[0]?.replace(/0$/, '1'), named[0]]);
  expect(named[0]).toMatch(/^home-[\w-]{5}0$/);
});

test('a name does not depend on which file comes first', () => {
  const [one, other] = [nameIn(classNames('home', 'v1')), nameIn(classNames('home', 'v1'))];
  const names = [one('a.module.css', 'card'), one('b.module.css', 'card')];
  expect([other('b.module.css', 'card'), other('a.module.css', 'card')]).toEqual(names.reverse());
});

test('files, versions and packages never share a name', () => {
  const names = [
    nameIn(classNames('home', 'v1'))('a.module.css', 'card'),
    nameIn(classNames('home', 'v1'))('b.module.css', 'card'),
    nameIn(classNames('home', 'v2'))('a.module.css', 'card'),
    nameIn(classNames('blog', 'v1'))('a.module.css', 'card'),
  ];
  expect(new Set(names.map((name) => name.replace(/^\w+-/, ''))).size).toBe(4);
});
