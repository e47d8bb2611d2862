/** @jest-environment node */
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { renderToString } from 'react-dom/server';
import { exposes } from './exposes';
import { sampleApi, sampleDetails, samplePositions } from './testing/samples';

const ApplicationForm = exposes.ApplicationForm.default;
const ContactForm = exposes.ContactForm.default;

const pages = {
  ApplicationForm: () =>
    renderToString(
      <ApplicationForm
        api={sampleApi()}
        details={sampleDetails}
        positions={samplePositions}
        chosen={null}
        outcome={null}
        data={null}
      />,
    ),
  ContactForm: () =>
    renderToString(<ContactForm api={sampleApi()} details={sampleDetails} outcome={null} data={null} />),
};

const warned = jest.spyOn(console, 'error');
beforeEach(() => {
  warned.mockReset();
});
afterEach(() => {
  expect(warned).not.toHaveBeenCalled();
});

test.each([
  ['ApplicationForm', 'Відгукніться', 'application-form', '/api/jobs/apply'],
  ['ContactForm', 'Напишіть нам', 'contact-form', '/api/contact'],
] as const)('%s renders on the server as a form that works without a script', (module, title, id, action) => {
  const markup = pages[module]();
  expect(markup).toContain(`${title}</h3>`);
  expect(markup).toMatch(new RegExp(`<form [^>]*id="${id}"`));
  expect(markup).toContain(`action="${action}#${id}" method="post"`);
  expect(markup).not.toContain('style=');
  expect(markup).not.toContain('<style');
});

test.each(['ApplicationForm', 'ContactForm'] as const)('%s renders the same every time', (module) => {
  expect(pages[module]()).toBe(pages[module]());
});

test('the choices are native selects on the server', () => {
  expect(pages.ApplicationForm()).toMatch(/<select [^>]*name="position"[^>]*required=""/);
  expect(pages.ContactForm()).toMatch(/<select [^>]*name="service_type"/);
});
