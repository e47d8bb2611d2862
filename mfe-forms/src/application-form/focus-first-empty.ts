const isTextField = (element: Element): element is HTMLInputElement | HTMLTextAreaElement =>
  element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement;

/** Focuses the first required field without text, else the select; the page's own scrolling is left alone. */
export const focusFirstEmpty = (form: HTMLFormElement): void => {
  const empty = [...form.elements].filter(isTextField).find((field) => field.required && field.value === '');
  const target = empty ?? form.querySelector<HTMLElement>('[role="combobox"], select');
  target?.focus({ preventScroll: true });
};
