import { expect, jest, test } from '@jest/globals';
import { fireEvent, screen } from '@testing-library/react';
import { sampleApi } from '../testing/samples';
import { focus, untilLoaded } from '../testing/show-select';
import { showForm, specifiedForms } from '../testing/specified-forms';
import { loadToken } from './submission-form';

const VALUES = specifiedForms.contact.typed;
const OFFLINE = () => Promise.reject(new Error('offline'));

const show = (token: () => Promise<string>) => {
  const api = { ...sampleApi(), formToken: jest.fn(token) };
  const { form, field, type } = showForm('contact', { api, data: 'page.1' });
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

test('a form sends its page’s token before the visitor starts, and if the request for its own token then fails', async () => {
  const { api, start, send } = show(OFFLINE);
  expect((await send())[0]?.[0]).toMatchObject({ ...VALUES, token: 'page.1', website: '' });
  expect(api.formToken).not.toHaveBeenCalled();
  await start();
  expect((await send())[1]?.[0]).toMatchObject({ token: 'page.1' });
});

test('a form sends its own token, requested once, after the visitor has started, with the same idempotency key', async () => {
  const { api, start, send } = show(() => Promise.resolve('own.2'));
  api.contact.mockRejectedValueOnce(new Error('cut'));
  await send();
  await start();
  const [first, second] = await send();
  expect(api.formToken).toHaveBeenCalledTimes(1);
  expect(second?.[0].token).toBe('own.2');
  expect(second?.[1].idempotencyKey).toBe(first?.[1].idempotencyKey);
});

test('a form sends the value of the hidden field, which only programs fill', async () => {
  const { field, send } = show(OFFLINE);
  expect(screen.getAllByRole('textbox')).not.toContain(field('website'));
  expect(field('website')).toHaveAttribute('tabindex', '-1');
  expect(field('website')).toHaveAttribute('autocomplete', 'off');
  fireEvent.input(field('website'), { target: { value: 'https://spam.example' } });
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
