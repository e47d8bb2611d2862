/** @jest-environment ./testing/browser-environment.ts */
import { beforeEach, describe, expect, jest, test } from '@jest/globals';
import { act, render, screen } from '@testing-library/react';
import { createRef, useImperativeHandle, type Ref } from 'react';
import { MemoryRouter, useNavigate, type NavigateFunction } from 'react-router-dom';
import { stubResizeObserver, type LayoutChange } from '../../testing/resize-observer';
import { useArrival } from './use-arrival';

const scrolled = jest.fn<(id: string) => void>();
let layout: LayoutChange;

beforeEach(() => {
  jest.resetAllMocks();
  layout = stubResizeObserver();
  Element.prototype.scrollIntoView = function scrollIntoView(this: Element) {
    scrolled(this.id);
  };
});

function Page({ ref }: { readonly ref: Ref<NavigateFunction> }) {
  const navigate = useNavigate();
  useImperativeHandle(ref, () => navigate, [navigate]);
  useArrival();
  return (
    <>
      <button type="button">Інше</button>
      <main id="main" tabIndex={-1}>
        <section id="contact" aria-label="Контакти" />
        <section id="вакансії" aria-label="Вакансії" />
      </main>
    </>
  );
}

/** Opens the site at an address; gives the way to go on. */
function arrive(address: string) {
  const navigate = createRef<NavigateFunction>();
  render(
    <MemoryRouter initialEntries={['/earlier', address]} initialIndex={1}>
      <Page ref={navigate} />
    </MemoryRouter>,
  );
  return (to: string | -1) => {
    screen.getByRole('button').focus();
    act(() => void (typeof to === 'string' ? navigate.current?.(to) : navigate.current?.(to)));
  };
}
const main = () => screen.getByRole('main');
const contact = () => screen.getByRole('region', { name: 'Контакти' });
const elsewhere = () => screen.getByRole('button');

describe('arriving from outside', () => {
  test('moves no focus', () => {
    arrive('/');
    expect(document.body).toHaveFocus();
    expect(layout.observers()).toBe(0);
  });

  test.each([
    ['/#contact', 'Контакти'],
    ['/#%D0%B2%D0%B0%D0%BA%D0%B0%D0%BD%D1%81%D1%96%D1%97', 'Вакансії'],
  ])('at %s leads to that place', (address, name) => {
    arrive(address);
    expect(screen.getByRole('region', { name })).toHaveFocus();
    layout.happen();
    expect(scrolled).toHaveBeenCalledTimes(1);
  });

  test.each(['/#%', '/#', '/#nowhere'])('at %s leads nowhere', (address) => {
    arrive(address);
    layout.happen();
    expect(document.body).toHaveFocus();
    expect(scrolled).not.toHaveBeenCalled();
  });
});

describe('following a link', () => {
  test('to another page puts keyboard and screen reader at its start', () => {
    arrive('/')('/blog/1');
    expect(main()).toHaveFocus();
  });

  test('to a place on another page puts them there', () => {
    arrive('/blog/1')('/#contact');
    expect(contact()).toHaveFocus();
  });

  test('to a place on the same page puts them there', () => {
    arrive('/')('/#contact');
    expect(contact()).toHaveFocus();
  });

  test('to the same place again shows it again', () => {
    const go = arrive('/#contact');
    go('/#contact');
    expect(contact()).toHaveFocus();
    layout.happen();
    expect(scrolled).toHaveBeenCalledTimes(1);
  });

  test('to the page that is open moves no focus', () => {
    arrive('/')('/?a=1');
    expect(elsewhere()).toHaveFocus();
  });

  test('onwards ends following the place before', () => {
    const go = arrive('/#contact');
    expect(layout.observers()).toBe(1);
    go('/blog/1');
    expect(layout.observers()).toBe(0);
  });
});

test('a step back leaves focus and scrolling to the browser', () => {
  const go = arrive('/#contact');
  go('/blog/1');
  go(-1);
  expect(elsewhere()).toHaveFocus();
  expect(layout.observers()).toBe(0);
});
