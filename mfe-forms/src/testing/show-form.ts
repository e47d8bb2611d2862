import { beforeAll } from '@jest/globals';
import { act, fireEvent, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { comboboxCode } from '../select/combobox-code';
import { fieldOf, sampleProps } from './samples';
import { specifiedForms, type FormName } from './specified-forms';

const user = userEvent.setup();

// Loaded before a select is focused, as for a visitor who filled another field first.
beforeAll(() => comboboxCode.fetch());

/** Renders a form and returns helpers to fill, send and read it. */
export const showForm = (name: FormName) => {
  const spec = specifiedForms[name];
  const { api, ...props } = sampleProps();
  const { unmount } = render(spec.draw({ api, ...props }));
  const form: HTMLFormElement = screen.getByRole('form', { name: spec.title });
  const select = () => screen.getByRole('combobox', { name: spec.choice.label });

  const field = (fieldName: string) => fieldOf(form, fieldName);
  const type = (texts: Readonly<Record<string, string>>) => {
    for (const [fieldName, value] of Object.entries(texts)) {
      fireEvent.input(field(fieldName), { target: { value } });
    }
  };
  const fill = async () => {
    type(spec.typed);
    act(() => {
      select().focus();
    });
    await user.keyboard(spec.choice.typed);
  };
  const button = () => within(form).getByRole('button', { name: /^Над/ });
  const press = () => user.click(button());

  return { spec, form, select, send: api[spec.call], unmount, field, type, fill, button, press, user };
};

/** What the fields of a filled form hold. */
export const filledValues = (name: FormName): Record<string, string> => {
  const { typed, choice } = specifiedForms[name];
  return { ...typed, [choice.name]: choice.value };
};
