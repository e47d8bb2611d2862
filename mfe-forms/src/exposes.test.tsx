/** @jest-environment node */
import { expect, jest, test } from '@jest/globals';
import { renderToString } from 'react-dom/server';
import { sampleProps } from './testing/samples';
import { specifiedForms } from './testing/specified-forms';

test.each([
  ['application', 'Відгукніться', '/api/jobs/apply', /<select [^>]*name="position"[^>]*required=""/],
  ['contact', 'Напишіть нам', '/api/contact', /<select [^>]*name="service_type"/],
] as const)('the %s form on the server works without a script', (name, title, path, select) => {
  const warned = jest.spyOn(console, 'error');
  const markup = renderToString(specifiedForms[name].draw(sampleProps()));
  expect(warned).not.toHaveBeenCalled();
  const id = `${name}-form`;
  for (const text of [`<form id="${id}" `, `action="${path}#${id}" method="post"`, `${title}</h3>`])
    expect(markup).toContain(text);
  expect(markup).toMatch(select);
  expect(markup).not.toMatch(/style=|<style|novalidate/i);
});
