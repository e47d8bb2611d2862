/**
 * Gives a control the click that came before its code. What the browser itself does at a click it did then, so that
 * nothing is followed or sent twice.
 */
export function pressAgain(control: HTMLElement): void {
  const prevent = (event: Event) => {
    event.preventDefault();
  };
  window.addEventListener('click', prevent, { capture: true });
  control.click();
  window.removeEventListener('click', prevent, { capture: true });
}
