/** @jest-environment node */
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import type { Api, Home } from '@vidlunnia/contracts';
import type { ReactElement } from 'react';
import { renderToString } from 'react-dom/server';
import { GOLDEN_HOME } from '@vidlunnia/contracts/golden';
import { exposes } from './exposes';
import { sampleApi, sampleDetails, sampleServices } from './testing/samples';
import { jobPostings } from './vacancies/job-postings';

const PAGES: Readonly<Record<keyof typeof exposes, ReactElement>> = {
  Hero: <exposes.Hero.default data={GOLDEN_HOME.hero} />,
  About: <exposes.About.default data={GOLDEN_HOME.about} />,
  Services: <exposes.Services.default data={{ ...GOLDEN_HOME.services, services: [...sampleServices] }} />,
  Reasons: <exposes.Reasons.default data={GOLDEN_HOME.reasons} />,
  Team: <exposes.Team.default data={GOLDEN_HOME.team} />,
  Vacancies: (
    <exposes.Vacancies.default data={GOLDEN_HOME.vacancies} details={sampleDetails} form={() => <form />} />
  ),
  Contact: <exposes.Contact.default data={GOLDEN_HOME.contact} details={sampleDetails} form={<form />} />,
};

const LOADERS = {
  hero: exposes.Hero,
  about: exposes.About,
  services: exposes.Services,
  reasons: exposes.Reasons,
  team: exposes.Team,
  vacancies: exposes.Vacancies,
  contact: exposes.Contact,
} as const;

const warnings = () => [console.error, console.warn].map((method) => jest.mocked(method).mock.calls).flat();

beforeEach(() => {
  jest.spyOn(console, 'error').mockImplementation(() => undefined);
  jest.spyOn(console, 'warn').mockImplementation(() => undefined);
});
afterEach(() => {
  jest.restoreAllMocks();
});

test.each(Object.entries(PAGES))(
  '%s renders on a server with its heading, without a warning or a style attribute, which the page’s policy forbids',
  (_, page) => {
    const html = renderToString(page);
    expect(html).toMatch(/<h[12]/);
    expect(html).not.toContain(' style=');
    expect(warnings()).toEqual([]);
  },
);

test('search engines get the vacancies with the agency’s address, which older shells lack', () => {
  const data = (page: ReactElement) =>
    /<script type="application\/ld\+json">(.*)<\/script>/.exec(renderToString(page))?.[1];
  expect(JSON.parse(data(PAGES.Vacancies) ?? '')).toEqual(
    JSON.parse(jobPostings(GOLDEN_HOME.vacancies.vacancies, sampleDetails)),
  );
  expect(
    data(<exposes.Vacancies.default data={GOLDEN_HOME.vacancies} form={() => <form />} />),
  ).toBeUndefined();
});

const { signal } = new AbortController();

test.each(Object.keys(GOLDEN_HOME) as (keyof Home)[])(
  'the section %s loads its part of the home page with an abortable request',
  async (section) => {
    const options: unknown[] = [];
    const home: Required<Api>['home'] = (part, option) => {
      options.push(option);
      return Promise.resolve(GOLDEN_HOME[part]);
    };
    const services: Api['services'] = (option) => {
      options.push(option);
      return Promise.resolve([...sampleServices]);
    };
    const { load } = LOADERS[section];
    const api = sampleApi({ home, services });
    expect(await load({}, { api, signal })).toEqual({
      ...GOLDEN_HOME[section],
      ...(section === 'services' && { services: sampleServices }),
    });
    for (const option of options) expect(option).toEqual({ signal });
    const error = new Error('503');
    const failing = sampleApi({ home: () => Promise.reject(error), services });
    await expect(load({}, { api: failing, signal })).rejects.toBe(error);
    await expect(load({}, { api: sampleApi({ services }), signal })).rejects.toThrow('older');
  },
);
