import { afterEach, describe, expect, jest, test } from '@jest/globals';
import { act, fireEvent, render, screen } from '@testing-library/react';
import { toast } from 'react-toastify';
import { ContactForm } from '../contact-form/contact-form';
import { loadToken } from './load-token';
import { sampleApi, sampleDetails } from '../testing/samples';

const VALUES = { name: 'Оля', email: 'o@b.ua', phone: '1', message: 'Добрий день' };
const { signal } = new AbortController();

// jsdom lacks it.
Element.prototype.scrollIntoView = () => undefined;

afterEach(() => {
  act(() => {
    toast.dismiss();
  });
});

const show = (token: () => Promise<string>) => {
  const api = { ...sampleApi(), formToken: jest.fn(token) };
  render(<ContactForm api={api} details={sampleDetails} outcome={null} data="page.1" />);
  const form = screen.getByRole<HTMLFormElement>('form');
  const field = (name: string) => form.elements.namedItem(name) as HTMLInputElement;
  const send = async () => {
    for (const [name, value] of Object.entries(VALUES)) field(name).value = value;
    await act(async () => {
      form.requestSubmit();
      await Promise.resolve();
    });
    return api.contact.mock.calls;
  };
  return { api, form, field, send };
};

describe('a form', () => {
  test('sends the token of its page', async () => {
    const { send } = show(() => Promise.reject(new Error('offline')));
    expect((await send())[0]?.[0]).toMatchObject({ ...VALUES, token: 'page.1', website: '' });
  });

  test('requests a token of its own once, when the visitor starts', async () => {
    const { api, field, send } = show(() => Promise.resolve('own.2'));
    expect(api.formToken).not.toHaveBeenCalled();
    await act(async () => {
      field('name').focus();
      field('email').focus();
      await Promise.resolve();
    });
    expect(api.formToken).toHaveBeenCalledTimes(1);
    expect((await send())[0]?.[0]).toMatchObject({ token: 'own.2' });
  });

  test('keeps its page’s token when the request fails', async () => {
    const { field, send } = show(() => Promise.reject(new Error('offline')));
    await act(async () => {
      field('name').focus();
      await Promise.resolve();
    });
    expect((await send())[0]?.[0]).toMatchObject({ token: 'page.1' });
  });

  test('is the same submission with another token', async () => {
    const { api, field, send } = show(() => Promise.resolve(''));
    api.contact.mockRejectedValueOnce(new Error('cut'));
    await send();
    field('token').value = 'own.2';
    const [first, second] = await send();
    expect(second?.[0].token).toBe('own.2');
    expect(second?.[1].idempotencyKey).toBe(first?.[1].idempotencyKey);
  });

  test('sends a program’s value in the field that people never see', async () => {
    const { field, send } = show(() => Promise.resolve(''));
    fireEvent.input(field('website'), { target: { value: 'https://spam.example' } });
    expect((await send())[0]?.[0]).toMatchObject({ website: 'https://spam.example' });
  });

  test('keeps that field apart from those that people and their browsers fill in', () => {
    const { field } = show(() => Promise.resolve(''));
    expect(screen.getAllByRole('textbox')).not.toContain(field('website'));
    expect(field('website')).toHaveAttribute('tabindex', '-1');
    expect(field('website')).toHaveAttribute('autocomplete', 'off');
    expect(field('website').closest('[aria-hidden="true"]')).not.toBeNull();
  });

  test('has neither in an older shell, whose API accepts neither', () => {
    const api = sampleApi();
    render(<ContactForm api={api} details={sampleDetails} outcome={null} data={null} />);
    const form = screen.getByRole<HTMLFormElement>('form');
    expect(form.elements.namedItem('website')).toBeNull();
  });
});

test.each([
  ['the API’s', () => Promise.resolve('1.a'), '1.a'],
  ['empty when the API fails', () => Promise.reject(new Error('503')), ''],
])('the token of a page is %s', async (_, formToken, token) => {
  expect(await loadToken({}, { api: { ...sampleApi(), formToken }, signal })).toBe(token);
});

test('the token of a page from an older shell is empty', async () => {
  expect(await loadToken({}, { api: sampleApi(), signal })).toBe('');
});
