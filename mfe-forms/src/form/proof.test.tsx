import { expect, jest, test } from '@jest/globals';
import { fireEvent, screen } from '@testing-library/react';
import { sampleApi } from '../testing/samples';
import { focus, untilLoaded } from '../testing/show-select';
import { showForm, specifiedForms } from '../testing/specified-forms';
import { loadToken } from './submission-form';

const VALUES = specifiedForms.contact.typed;
const OFFLINE = () => Promise.reject(new Error('offline'));

const show = (token: () => Promise<string>, data: string | null) => {
  const api = { ...sampleApi(), formToken: jest.fn(token) };
  const { form, field, type } = showForm('contact', { api, data });
  const start = async () => {
    focus(field('name'));
    focus(field('email'));
    await untilLoaded();
  };
  const send = async () => {
    type(VALUES);
    fireEvent.submit(form);
    await untilLoaded();
    return api.contact.mock.calls;
  };
  return { api, field, start, send };
};

test('a form sends its page’s token, and requests no other when the visitor starts', async () => {
  const { api, start, send } = show(() => Promise.resolve('own.2'), 'page.1');
  await start();
  expect((await send())[0]?.[0]).toMatchObject({ ...VALUES, token: 'page.1', website: '' });
  expect(api.formToken).not.toHaveBeenCalled();
});

test.each([
  ['and sends it with the same idempotency key', () => Promise.resolve('own.2'), 'own.2'],
  ['and is sent without one if that fails', OFFLINE, ''],
])('a form without a page’s token requests one when the visitor starts, %s', async (_, own, token) => {
  const { api, start, send } = show(own, null);
  api.contact.mockRejectedValueOnce(new Error('cut'));
  await send();
  expect(api.formToken).not.toHaveBeenCalled();
  await start();
  const [first, second] = await send();
  expect(api.formToken).toHaveBeenCalledTimes(1);
  expect(second?.[0].token).toBe(token);
  expect(second?.[1].idempotencyKey).toBe(first?.[1].idempotencyKey);
});

// What the browser’s own filler does: e2e/tests/rendering/autofill.spec.ts.
test('a form sends its trap, a labelled field after the visitor’s, which they cannot reach', async () => {
  const { field, send } = show(OFFLINE, 'page.1');
  const trap = field('website');
  expect(screen.getAllByRole('textbox')).not.toContain(trap);
  expect(trap).toHaveAttribute('tabindex', '-1');
  expect(trap).toHaveAttribute('autocomplete', 'off');
  expect(trap.labels).toHaveLength(1);
  expect([...(trap.form?.querySelectorAll('input, textarea, select') ?? [])].at(-1)).toBe(trap);
  fireEvent.input(trap, { target: { value: 'https://spam.example' } });
  expect((await send())[0]?.[0]).toMatchObject({ website: 'https://spam.example' });
});

test('a form sends neither in an older shell, because its API rejects both', () => {
  const { elements } = showForm('contact').form;
  expect([elements.namedItem('website'), elements.namedItem('token')]).toEqual([null, null]);
});

test.each([
  ['the API’s', { formToken: () => Promise.resolve('1.a') }, '1.a'],
  ['empty when the API fails', { formToken: OFFLINE }, ''],
  ['empty in an older shell', {}, ''],
])('the token of a page is %s', async (_, api, token) => {
  const { signal } = new AbortController();
  expect(await loadToken({}, { api: { ...sampleApi(), ...api }, signal })).toBe(token);
});
