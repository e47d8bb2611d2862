interface Pointer {
  readonly x: number;
  readonly y?: number;
  /** Time of the event in ms. */
  readonly at: number;
  readonly id?: number;
  readonly type?: 'mouse' | 'touch' | 'pen';
  readonly button?: number;
}

/** For tests: a pointer's event at a stated time; jsdom has neither pointer events nor their capture. */
export function firePointer(
  target: Element,
  name: string,
  { x, y = 0, at, id = 1, type = 'mouse', button = 0 }: Pointer,
) {
  target.setPointerCapture = () => undefined;
  const event = new MouseEvent(name, { bubbles: true, clientX: x, clientY: y, button });
  Object.defineProperties(event, {
    pointerId: { value: id },
    pointerType: { value: type },
    timeStamp: { value: at },
  });
  target.dispatchEvent(event);
}
