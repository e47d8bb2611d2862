/** @jest-environment node */
import { afterEach, expect, jest, test } from '@jest/globals';
import { renderToString } from 'react-dom/server';
import { sampleProps } from './testing/samples';
import { formNames, specifiedForms } from './testing/specified-forms';

const warned = jest.spyOn(console, 'error');
afterEach(() => {
  expect(warned).not.toHaveBeenCalled();
});

const HEAD = {
  application: ['application-form', '/api/jobs/apply', /<select [^>]*name="position"[^>]*required=""/],
  contact: ['contact-form', '/api/contact', /<select [^>]*name="service_type"/],
} as const;

test.each(formNames)('the %s form on the server works without a script', (name) => {
  const [id, action, select] = HEAD[name];
  const { title, draw } = specifiedForms[name];
  const markup = renderToString(draw(sampleProps()));
  expect(markup).toContain(`${title}</h3>`);
  expect(markup).toMatch(new RegExp(`<form id="${id}" [^>]*action="${action}#${id}" method="post"`));
  expect(markup).toMatch(select);
  expect(markup).not.toMatch(/style=|<style|novalidate/i);
  expect(renderToString(draw(sampleProps()))).toBe(markup);
});
