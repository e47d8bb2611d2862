import type { CDPSession, Locator } from '@playwright/test';

interface Swipe {
  /** Way to the right in CSS pixels; to the left when negative. */
  readonly px: number;
  /** Time from press to release; the events bear these times, however slow the machine is. */
  readonly ms: number;
  readonly by?: 'mouse' | 'touch';
}

const STEPS = 5;

/** Presses on an element, moves sideways and lets go. */
export async function swipe(element: Locator, { px, ms, by = 'mouse' }: Swipe): Promise<void> {
  const box = await element.boundingBox();
  if (!box) throw new Error('There is nothing to swipe');
  // Beside the words, away from the close button.
  const from = { x: Math.round(box.x + box.width / 2), y: Math.round(box.y + box.height / 2) };
  const session = await element.page().context().newCDPSession(element.page());
  const send = by === 'mouse' ? mouseEvents(session) : touchEvents(session);
  const start = Date.now() / 1000;
  await send('press', from, start);
  for (let step = 1; step <= STEPS; step++) {
    const part = step / STEPS;
    await send('move', { x: from.x + px * part, y: from.y }, start + (ms / 1000) * part);
  }
  await send('release', { x: from.x + px, y: from.y }, start + ms / 1000);
  await session.detach();
}

type Send = (
  event: 'press' | 'move' | 'release',
  point: { readonly x: number; readonly y: number },
  seconds: number,
) => Promise<void>;

const mouseEvents =
  (session: CDPSession): Send =>
  async (event, point, timestamp) => {
    const type = ({ press: 'mousePressed', move: 'mouseMoved', release: 'mouseReleased' } as const)[event];
    await session.send('Input.dispatchMouseEvent', {
      type,
      ...point,
      timestamp,
      button: 'left',
      buttons: event === 'release' ? 0 : 1,
      clickCount: 1,
    });
  };

const touchEvents =
  (session: CDPSession): Send =>
  async (event, point, timestamp) => {
    const type = ({ press: 'touchStart', move: 'touchMove', release: 'touchEnd' } as const)[event];
    await session.send('Input.dispatchTouchEvent', {
      type,
      timestamp,
      touchPoints: event === 'release' ? [] : [point],
    });
  };
