import path from 'node:path';
import { expect, test } from '@jest/globals';
import { repositoryRoot } from '../../environment/repository';
import { classNames } from './class-names';

const nameIn = (names: ReturnType<typeof classNames>) => (file: string, local: string) =>
  names({ resourcePath: path.join(repositoryRoot, file) }, '', local);

test('classes are numbered in their own file, so that no other file’s order counts', () => {
  const name = nameIn(classNames('home', 'v1'));
  const card = name('a.module.css', 'card');
  expect(card).toMatch(/^home-[\w-]{5}0$/);
  expect(name('a.module.css', 'title')).toBe(card.replace(/0$/, '1'));
  expect(name('a.module.css', 'card')).toBe(card);
  const other = nameIn(classNames('home', 'v1'));
  other('b.module.css', 'card');
  expect(other('a.module.css', 'card')).toBe(card);
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
