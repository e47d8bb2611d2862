/** @jest-environment node */
import { expect, jest, test } from '@jest/globals';
import type { Api, Home } from '@vidlunnia/contracts';
import type { ReactElement } from 'react';
import { renderToString } from 'react-dom/server';
import { GOLDEN_HOME, GOLDEN_SERVICES } from '@vidlunnia/contracts/golden';
import { exposes } from './exposes';
import { sampleApi, sampleDetails } from './testing/samples';

const PAGES: Readonly<Record<keyof typeof exposes, ReactElement>> = {
  Hero: <exposes.Hero.default data={GOLDEN_HOME.hero} />,
  About: <exposes.About.default data={GOLDEN_HOME.about} />,
  Services: <exposes.Services.default data={{ ...GOLDEN_HOME.services, services: GOLDEN_SERVICES }} />,
  Reasons: <exposes.Reasons.default data={GOLDEN_HOME.reasons} />,
  Team: <exposes.Team.default data={GOLDEN_HOME.team} />,
  Vacancies: <exposes.Vacancies.default data={GOLDEN_HOME.vacancies} form={() => <form />} />,
  Contact: <exposes.Contact.default data={GOLDEN_HOME.contact} details={sampleDetails} form={<form />} />,
};

test.each(Object.entries(PAGES))('%s is a section labelled by its heading, without output', (name, page) => {
  const output = [jest.spyOn(console, 'error'), jest.spyOn(console, 'warn')];
  const html = renderToString(page);
  const id = name.toLowerCase();
  expect(html).toMatch(
    new RegExp(`^<section id="${id}" aria-labelledby="${id}-title".*<h[12] id="${id}-title"`, 's'),
  );
  // The page's policy forbids styles. Data for search engines belongs to the shell.
  expect(html).not.toMatch(/ style=|<script/);
  for (const method of output) expect(method).not.toHaveBeenCalled();
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
