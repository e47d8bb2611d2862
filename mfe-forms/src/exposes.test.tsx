/** @jest-environment node */
import { afterEach, expect, jest, test } from '@jest/globals';
import { renderToString } from 'react-dom/server';
import { exposes } from './exposes';
import { samplePositions, sampleProps } from './testing/samples';

const ApplicationForm = exposes.ApplicationForm.default;
const ContactForm = exposes.ContactForm.default;

const warned = jest.spyOn(console, 'error');
afterEach(() => {
  expect(warned).not.toHaveBeenCalled();
});

test.each([
  [
    'application-form',
    <ApplicationForm key="" {...sampleProps()} positions={samplePositions} chosen={null} />,
    ['Відгукніться</h3>', 'action="/api/jobs/apply#application-form" method="post"'],
    /<select [^>]*name="position"[^>]*required=""/,
  ],
  [
    'contact-form',
    <ContactForm key="" {...sampleProps()} />,
    ['Напишіть нам</h3>', 'action="/api/contact#contact-form" method="post"'],
    /<select [^>]*name="service_type"/,
  ],
])('the form #%s on the server works without a script', (id, form, texts, select) => {
  const markup = renderToString(form);
  for (const text of [`<form id="${id}" `, ...texts]) expect(markup).toContain(text);
  expect(markup).toMatch(select);
  expect(markup).not.toMatch(/style=|<style|novalidate/i);
});
