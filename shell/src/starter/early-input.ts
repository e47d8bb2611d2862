import type { ModuleId } from '@vidlunnia/contracts';
import { islandOf, on, page } from './intents';

/** Milliseconds for which a sent form waits for its own code. */
const SUBMIT_PATIENCE = 4_000;

const live = new Set<ModuleId>();
/** Sent forms that wait for their own code; `null` when it is being sent: later events must not send it twice. */
const held = new Map<ModuleId, HTMLFormElement | null>();
let hasInput = false;

export const pressed = new Map<ModuleId, HTMLElement>();

/** Whether the visitor has typed or chosen something; a rejected form's page has it too. */
export const isFilled = (): boolean => hasInput || page?.submission?.accepted === false;

export function settle(id: ModuleId, isLive: boolean): void {
  if (isLive) live.add(id);
  const form = held.get(id);
  if (!form) return;
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
  // Does the same as the header's own code. Needed in browsers without invoker commands.
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
  }, SUBMIT_PATIENCE);
});

// Return from the response page of a form: it may be sent again.
addEventListener('pageshow', ({ persisted }) => {
  if (!persisted) return;
  held.clear();
  for (const form of document.forms) form.ariaBusy = null;
});
