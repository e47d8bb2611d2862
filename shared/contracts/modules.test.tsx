import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from '@jest/globals';
import { memo } from 'react';
import type { Post, RemoteModule, RemoteModules, RemoteName } from './index.ts';
import { SECTION_IDS } from './modules.ts';

// The compiler tests the contract's types (`tsc -b`), because an unused `@ts-expect-error` is an error.

const Empty = () => null;
const empty = { default: Empty };
const loadBySlug = ({ slug }: { slug: string }) => Promise.reject(new Error(slug));
const Greedy = ({ data }: { data: Post }) => <p>{data.title}</p>;
const Modest = ({ data }: { data: Post | null }) => <p>{data?.title}</p>;
const Themed = ({ theme }: { theme: string }) => <p>{theme}</p>;
const Loaded = { default: Empty, load: () => Promise.reject(new Error('offline')) };

const blog = { Teaser: Loaded, Post: Loaded, Archive: Loaded } satisfies RemoteModules<'blog'>;

const { Archive, ...withoutArchive } = blog;
export const rejected: readonly unknown[] = [
  // @ts-expect-error a remote has to expose all its modules
  withoutArchive satisfies RemoteModules<'blog'>,
  // @ts-expect-error and no modules unknown to the contract
  { ...blog, Cases: Archive } satisfies RemoteModules<'blog'>,
  // @ts-expect-error a module needs a component
  {} satisfies RemoteModule<'home/Hero'>,
  // @ts-expect-error a module with data needs `load`
  { ...blog, Post: empty } satisfies RemoteModules<'blog'>,
  // @ts-expect-error `load` has to return the data of its component
  { default: Empty, load: () => Promise.resolve([1]) } satisfies RemoteModule<'home/Services'>,
  // @ts-expect-error `load` gets only parameters of the page's address
  { default: Empty, load: loadBySlug } satisfies RemoteModule<'blog/Post'>,
  // @ts-expect-error data may be `null`: a component that expects it would crash
  { default: Greedy } satisfies RemoteModule<'blog/Post'>,
  // @ts-expect-error the shell passes no such prop
  { default: Themed } satisfies RemoteModule<'home/Team'>,
  // @ts-expect-error a page's head has a title
  { default: Empty, head: () => ({ description: '…' }) } satisfies RemoteModule<'blog/Post'>,
  // @ts-expect-error there is no such remote
  'shop' satisfies RemoteName,
];

// What else is accepted: exposes.ts of each remote.
export const accepted = { default: memo(Modest) } satisfies RemoteModule<'blog/Post'>;

test('the home page has its sections in order, without nested modules and other pages (specification, section 2)', () => {
  expect(SECTION_IDS.join(' ')).toBe('hero about services reasons team vacancies blog contact');
});

test('a new remote is placed after one of these sections', () => {
  const templates = path.join(__dirname, '../../platform/create-vidlunnia-remote/templates');
  expect(JSON.parse(readFileSync(path.join(templates, 'page.json'), 'utf8'))).toEqual({
    sections: SECTION_IDS,
  });
});
