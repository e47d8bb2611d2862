type Field = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

/** Fields whose value is a text. */
const FIELDS = 'select, textarea, input:not([type="checkbox"], [type="radio"], [type="file"])';

/** The fields of the page, or of one island without those of nested islands, which React may replace separately. */
const fieldsOf = (island?: Element) =>
  [...document.querySelectorAll<Field>(FIELDS)].filter(
    (field) => !island || field.closest('[data-island]') === island,
  );

/**
 * Remembers the fields of the page or of one island before React replaces them. Call the returned function once, in the
 * task of the replacement: it writes the last values of removed fields into the new fields of the same form and name,
 * and returns focus and selection. Later calls do nothing.
 */
export function holdInput(island?: Element): () => void {
  let fields = fieldsOf(island);
  let focused = document.activeElement;
  const onFocus = ({ target }: Event) => {
    if (target instanceof Element) focused = target;
  };
  const onBlur = ({ target }: Event) => {
    // Later, because some browsers also send this event when the focused element is removed.
    queueMicrotask(() => {
      if (target instanceof Node && target.isConnected) focused = document.activeElement;
    });
  };
  // Before React, which may replace the elements while it handles the event.
  document.addEventListener('focusin', onFocus, { capture: true });
  document.addEventListener('focusout', onBlur, { capture: true });
  return () => {
    document.removeEventListener('focusin', onFocus, { capture: true });
    document.removeEventListener('focusout', onBlur, { capture: true });
    for (const field of fields) {
      const successor = successorOf(field);
      if (successor && successor.value !== field.value) type(successor, field.value);
    }
    fields = [];
    if (focused instanceof HTMLElement && focused !== document.activeElement) {
      passFocus(focused, isField(focused) ? (successorOf(focused) ?? focused) : focused);
    }
    focused = null;
  };
}

const isField = (element: Element): element is Field => element.matches(FIELDS);

/** The field that has replaced a removed one. */
const successorOf = (field: Field): Field | undefined =>
  field.isConnected || field.name === ''
    ? undefined
    : fieldsOf().find(({ name, form }) => name === field.name && form?.id === field.form?.id);

/** Sets a value like a visitor. React ignores the event of a value that is set through the element's own property. */
function type(field: Field, text: string): void {
  Reflect.set(Object.getPrototypeOf(field) as object, 'value', text, field);
  for (const event of ['input', 'change']) field.dispatchEvent(new Event(event, { bubbles: true }));
}

function passFocus(from: HTMLElement, to: HTMLElement): void {
  const { selectionStart = null, selectionEnd = null, selectionDirection } = isText(from) ? from : {};
  to.focus({ preventScroll: true });
  // `null` for fields without a selection, for example of e-mail addresses.
  if (isText(to) && selectionStart !== null) {
    to.setSelectionRange(selectionStart, selectionEnd, selectionDirection ?? 'none');
  }
}

const isText = (element: HTMLElement): element is HTMLInputElement | HTMLTextAreaElement =>
  'selectionStart' in element;
