/** @jest-environment node */
import { expect, jest, test } from '@jest/globals';
import type { Api, ContactDetails, Home, Vacancy } from '@vidlunnia/contracts';
import type { ReactElement } from 'react';
import { renderToString } from 'react-dom/server';
import { GOLDEN_HOME, GOLDEN_SERVICES } from '@vidlunnia/contracts/golden';
import { exposes } from './exposes';
import { sampleApi, sampleDetails } from './testing/samples';

const Vacancies = exposes.Vacancies.default;
const PAGES: Readonly<Record<keyof typeof exposes, ReactElement>> = {
  Hero: <exposes.Hero.default data={GOLDEN_HOME.hero} />,
  About: <exposes.About.default data={GOLDEN_HOME.about} />,
  Services: <exposes.Services.default data={{ ...GOLDEN_HOME.services, services: GOLDEN_SERVICES }} />,
  Reasons: <exposes.Reasons.default data={GOLDEN_HOME.reasons} />,
  Team: <exposes.Team.default data={GOLDEN_HOME.team} />,
  Vacancies: <Vacancies data={GOLDEN_HOME.vacancies} details={sampleDetails} form={() => <form />} />,
  Contact: <exposes.Contact.default data={GOLDEN_HOME.contact} details={sampleDetails} form={<form />} />,
};

test.each(Object.entries(PAGES))('%s is a section labelled by its heading, without output', (name, page) => {
  const output = [jest.spyOn(console, 'error'), jest.spyOn(console, 'warn')];
  const html = renderToString(page);
  const id = name.toLowerCase();
  expect(html).toMatch(
    new RegExp(`^<section id="${id}" aria-labelledby="${id}-title".*<h[12] id="${id}-title"`, 's'),
  );
  // The page's policy forbids it.
  expect(html).not.toContain(' style=');
  for (const method of output) expect(method).not.toHaveBeenCalled();
});

const VACANCY: Vacancy = {
  title: 'Редактор/ка',
  salary_from: 20_000,
  salary_to: 30_000,
  employment: 'PART_TIME',
  text: 'Пишете </script> без помилок.',
  posted: '2026-11-02',
};

test('search engines get the vacancies as schema.org/JobPosting with the agency’s address, which older shells lack', () => {
  const dataFor = (details?: ContactDetails) => {
    const data = { lead: '', vacancies: [VACANCY] };
    const html = renderToString(
      <Vacancies data={data} form={() => <form />} {...(details && { details })} />,
    );
    return /<script type="application\/ld\+json">(.*?)<\/script>/.exec(html)?.[1];
  };
  expect(dataFor()).toBeUndefined();
  expect(JSON.parse(dataFor(sampleDetails) ?? '')).toEqual({
    '@context': 'https://schema.org',
    '@graph': [
      {
        '@type': 'JobPosting',
        title: VACANCY.title,
        description: VACANCY.text,
        datePosted: '2026-11-02',
        employmentType: 'PART_TIME',
        baseSalary: {
          '@type': 'MonetaryAmount',
          currency: 'UAH',
          value: { '@type': 'QuantitativeValue', minValue: 20_000, maxValue: 30_000, unitText: 'MONTH' },
        },
        hiringOrganization: { '@type': 'Organization', name: 'Відлуння' },
        jobLocation: {
          '@type': 'Place',
          address: {
            '@type': 'PostalAddress',
            streetAddress: 'вул. Соборна, 1',
            addressLocality: 'Вінниця',
            addressCountry: 'UA',
          },
        },
      },
    ],
  });
});

const { signal } = new AbortController();
const answer = <Data,>(data: Data, options?: { readonly signal?: AbortSignal }) =>
  options?.signal === signal ? Promise.resolve(data) : Promise.reject(new Error('It cannot be aborted'));
const home: Required<Api>['home'] = (part, options) => answer(GOLDEN_HOME[part], options);
const services: Api['services'] = (options) => answer(GOLDEN_SERVICES, options);

test.each(Object.entries(exposes))('%s loads its data with an abortable request', async (name, { load }) => {
  const section = name.toLowerCase() as keyof Home;
  expect(await load({}, { api: sampleApi({ home, services }), signal })).toEqual({
    ...GOLDEN_HOME[section],
    ...(section === 'services' && { services: GOLDEN_SERVICES }),
  });
  const error = new Error('503');
  const failing = sampleApi({ home: () => Promise.reject(error), services });
  await expect(load({}, { api: failing, signal })).rejects.toBe(error);
  await expect(load({}, { api: sampleApi({ services }), signal })).rejects.toThrow('older');
});
