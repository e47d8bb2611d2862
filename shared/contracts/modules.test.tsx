import { expect, test } from '@jest/globals';
import { memo } from 'react';
import type { ContactDetails, Post, RemoteModule, RemoteModules, RemoteName, Service } from './index.ts';
import { CONTRACT_VERSION } from './modules.ts';

// What the contract rejects is checked by the compiler (`tsc -b`): an unused `@ts-expect-error` is an error itself.

const Empty = () => null;
const empty = { default: Empty };
const loadBySlug = ({ slug }: { slug: string }) => Promise.reject(new Error(slug));
const Greedy = ({ data }: { data: Post }) => <p>{data.title}</p>;
const Modest = ({ data }: { data: Post | null }) => <p>{data?.title}</p>;
const Themed = ({ theme }: { theme: string }) => <p>{theme}</p>;
const Contact = ({ details }: { details: ContactDetails }) => <p>{details.phone}</p>;
const loadServices = (): Promise<Service[]> => Promise.resolve([]);

const home = {
  Hero: empty,
  About: empty,
  Services: { default: Empty, load: loadServices },
  Reasons: empty,
  Team: empty,
  Vacancies: empty,
  Contact: empty,
} satisfies RemoteModules<'home'>;

const { Team, ...withoutTeam } = home;
export const rejected: readonly unknown[] = [
  // @ts-expect-error a remote exposes every module of its own
  withoutTeam satisfies RemoteModules<'home'>,
  // @ts-expect-error and none that the contract does not know
  { ...home, Cases: Team } satisfies RemoteModules<'home'>,
  // @ts-expect-error a module without a component is none
  {} satisfies RemoteModule<'home/Hero'>,
  // @ts-expect-error a module with data has to say how to load them
  { ...home, Services: empty } satisfies RemoteModules<'home'>,
  // @ts-expect-error what it loads is what its component takes
  { default: Empty, load: () => Promise.resolve([1]) } satisfies RemoteModule<'home/Services'>,
  // @ts-expect-error loading takes only what the page's address gives
  { default: Empty, load: loadBySlug } satisfies RemoteModule<'blog/Post'>,
  // @ts-expect-error data may be missing: a component that takes it for granted would crash
  { default: Greedy } satisfies RemoteModule<'blog/Post'>,
  // @ts-expect-error the shell passes no such prop
  { default: Themed } satisfies RemoteModule<'home/Team'>,
  // @ts-expect-error a page's head has a title
  { default: Empty, head: () => ({ description: '…' }) } satisfies RemoteModule<'blog/Post'>,
  // @ts-expect-error there is no such remote
  'shop' satisfies RemoteName,
];

export const accepted: readonly unknown[] = [
  home,
  { default: Contact } satisfies RemoteModule<'home/Contact'>,
  { default: Modest } satisfies RemoteModule<'blog/Post'>,
  { default: memo(Modest) } satisfies RemoteModule<'blog/Post'>,
];

test('the contract has a whole number for its version', () => {
  expect(Number.isInteger(CONTRACT_VERSION)).toBe(true);
});
