import { islandOf, on, page } from './intents';

/** Milliseconds for which a sent form waits for its own code. */
const SUBMIT_DEADLINE_MS = 4_000;

const live = new Set<string>();
/** Sent forms that wait for their code; `null` while a form is being sent, so that it is not sent twice. */
const held = new Map<string, HTMLFormElement | null>();
let hasInput = false;

export const pressed = new Map<string, HTMLElement>();

/** Whether the visitor has typed or chosen something, also on the page of a rejected form. */
export const isFilled = (): boolean => hasInput || page?.address !== undefined;

export function settle(id: string, isLive: boolean): void {
  if (isLive) live.add(id);
  const sent = held.get(id);
  if (!sent) return;
  // React may have replaced the form.
  const form = document.forms.namedItem(sent.id) ?? sent;
  held.set(id, null);
  if (isLive) {
    form.ariaBusy = null;
    form.requestSubmit();
  } else {
    HTMLFormElement.prototype.submit.call(form);
  }
}

on(['input'], () => {
  hasInput = true;
});

on(['click'], ({ target }) => {
  const control = target instanceof Element ? target.closest<HTMLElement>('a,button') : null;
  if (!control) return;
  const id = islandOf(control);
  if (id && !live.has(id)) pressed.set(id, control);
  // The frame's code does the same. Needed in browsers without invoker commands.
  if (control.matches('dialog a')) control.closest('dialog')?.close();
  const dialog = control.getAttribute('commandfor');
  if (dialog && !('command' in control))
    document.querySelector<HTMLDialogElement>(`#${CSS.escape(dialog)}`)?.showModal();
});

on(['submit'], (event) => {
  const form = event.target;
  const id = islandOf(form);
  if (!id || live.has(id) || !(form instanceof HTMLFormElement)) return;
  event.preventDefault();
  if (held.has(id)) return;
  held.set(id, form);
  form.ariaBusy = 'true';
  setTimeout(() => {
    settle(id, false);
  }, SUBMIT_DEADLINE_MS);
});

// After a return from a form's response page, the form may be sent again.
addEventListener('pageshow', ({ persisted }) => {
  if (!persisted) return;
  held.clear();
  for (const form of document.forms) form.ariaBusy = null;
});
