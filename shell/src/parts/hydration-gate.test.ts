import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { nearOrIdle } from './hydration-gate';

type Tell = (entries: readonly { readonly isIntersecting: boolean }[]) => void;

const observe = jest.fn<(element: Element) => void>();
const disconnect = jest.fn();
let tell: Tell;
let margin: string | undefined;
let idle: (() => void) | undefined;
let idleTimeout: number | undefined;

beforeEach(() => {
  jest.useFakeTimers();
  jest.resetAllMocks();
  idle = undefined;
  class Observer {
    constructor(listener: Tell, options: IntersectionObserverInit) {
      tell = listener;
      margin = options.rootMargin;
    }
    observe = observe;
    disconnect = disconnect;
  }
  Object.assign(globalThis, {
    IntersectionObserver: Observer,
    requestIdleCallback: (run: () => void, options: IdleRequestOptions) => {
      idle = run;
      idleTimeout = options.timeout;
    },
  });
});
afterEach(() => {
  jest.useRealTimers();
  Reflect.deleteProperty(globalThis, 'requestIdleCallback');
});

const wait = (element: Element | null = document.body) => {
  const opened = jest.fn();
  void nearOrIdle(element).then(opened);
  return opened;
};
const settle = () => jest.advanceTimersByTimeAsync(0);

describe('the gate of a part', () => {
  test('opens when the part comes near the window, and looks no further', async () => {
    const opened = wait();
    expect(observe.mock.calls).toEqual([[document.body]]);
    expect(margin).toBe('600px');
    tell([{ isIntersecting: false }]);
    await settle();
    expect(opened).not.toHaveBeenCalled();
    tell([{ isIntersecting: true }]);
    await settle();
    expect(opened).toHaveBeenCalledTimes(1);
    expect(disconnect).toHaveBeenCalledTimes(1);
  });

  test('opens when the browser is idle, wherever the part is', async () => {
    const opened = wait();
    expect(idleTimeout).toBe(5_000);
    await settle();
    expect(opened).not.toHaveBeenCalled();
    idle?.();
    await settle();
    expect(opened).toHaveBeenCalledTimes(1);
    expect(disconnect).toHaveBeenCalledTimes(1);
  });

  test('opens a moment later in a browser without idle callbacks', async () => {
    Reflect.deleteProperty(globalThis, 'requestIdleCallback');
    const opened = wait();
    await jest.advanceTimersByTimeAsync(199);
    expect(opened).not.toHaveBeenCalled();
    await jest.advanceTimersByTimeAsync(1);
    expect(opened).toHaveBeenCalledTimes(1);
  });

  test('of a part whose element is not in the document waits for an idle moment', async () => {
    const opened = wait(null);
    expect(observe).not.toHaveBeenCalled();
    idle?.();
    await settle();
    expect(opened).toHaveBeenCalledTimes(1);
  });
});
