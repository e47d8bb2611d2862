/** @jest-environment node */
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import type { ReactElement } from 'react';
import { renderToString } from 'react-dom/server';
import { exposes } from './exposes';
import { sampleDetails, sampleServices } from './testing/samples';

const { Hero, About, Services, Reasons, Team, Vacancies, Contact } = exposes;

const pages: readonly [keyof typeof exposes, string, ReactElement][] = [
  ['Hero', 'відгукнеться', <Hero.default />],
  ['About', 'Спершу слухаємо. Потім гукаємо.', <About.default />],
  ['Services', 'Шість способів бути почутими', <Services.default data={sampleServices} />],
  ['Reasons', 'Шість обіцянок, які легко перевірити', <Reasons.default />],
  ['Team', 'Хто відповість, коли гукнете', <Team.default />],
  ['Vacancies', 'Нам бракує ще трьох голосів', <Vacancies.default data={null} form={() => <form />} />],
  ['Contact', 'Гукніть нас', <Contact.default data={null} details={sampleDetails} form={<form />} />],
];

const complaints = () => [console.error, console.warn].map((method) => jest.mocked(method).mock.calls).flat();

beforeEach(() => {
  jest.spyOn(console, 'error').mockImplementation(() => undefined);
  jest.spyOn(console, 'warn').mockImplementation(() => undefined);
});
afterEach(() => {
  jest.restoreAllMocks();
});

test.each(pages)('%s renders on a server with its heading and without a warning', (_name, heading, page) => {
  expect(renderToString(page)).toContain(heading);
  expect(complaints()).toEqual([]);
});

test.each(pages)('%s has no style attribute, which the page’s policy forbids', (_name, _heading, page) => {
  expect(renderToString(page)).not.toContain(' style=');
});

test('every exposed module is rendered here', () => {
  expect(pages.map(([name]) => name).sort()).toEqual(Object.keys(exposes).sort());
});
