/** @jest-environment node */
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import type { ReactElement } from 'react';
import { renderToString } from 'react-dom/server';
import { vacancies } from '../content/vacancies.json';
import { exposes } from './exposes';
import { sampleDetails, sampleServices } from './testing/samples';
import { jobPostings } from './vacancies/job-postings';

const PAGES = {
  Hero: <exposes.Hero.default />,
  About: <exposes.About.default />,
  Services: <exposes.Services.default data={sampleServices} />,
  Reasons: <exposes.Reasons.default />,
  Team: <exposes.Team.default />,
  Vacancies: <exposes.Vacancies.default data={null} details={sampleDetails} form={() => <form />} />,
  Contact: <exposes.Contact.default data={null} details={sampleDetails} form={<form />} />,
};

/** Texts of the headings. */
const HEADINGS: Readonly<Record<string, string>> = {
  Hero: 'відгукнеться',
  About: 'Спершу слухаємо. Потім гукаємо.',
  Services: 'Кілька способів бути почутими',
  Reasons: 'Шість обіцянок, які легко перевірити',
  Team: 'Хто відповість, коли гукнете',
  Vacancies: 'Нам бракує вашого голосу',
  Contact: 'Гукніть нас',
};

const warnings = () => [console.error, console.warn].map((method) => jest.mocked(method).mock.calls).flat();

beforeEach(() => {
  jest.spyOn(console, 'error').mockImplementation(() => undefined);
  jest.spyOn(console, 'warn').mockImplementation(() => undefined);
});
afterEach(() => {
  jest.restoreAllMocks();
});

test.each(Object.entries(PAGES))(
  '%s renders on a server with its heading and without a warning',
  (name, page) => {
    expect(renderToString(page)).toContain(HEADINGS[name] ?? '</h2>');
    expect(warnings()).toEqual([]);
  },
);

test('search engines get the vacancies with the agency’s address, unless an older shell passes none', () => {
  const data = (page: ReactElement) =>
    /<script type="application\/ld\+json">(.*)<\/script>/.exec(renderToString(page))?.[1];
  expect(JSON.parse(data(PAGES.Vacancies) ?? '')).toEqual(JSON.parse(jobPostings(vacancies, sampleDetails)));
  expect(data(<exposes.Vacancies.default data={null} form={() => <form />} />)).toBeUndefined();
});

test.each(Object.entries(PAGES))(
  '%s has no style attribute, which the page’s policy forbids',
  (_name, page) => {
    expect(renderToString(page)).not.toContain(' style=');
  },
);
