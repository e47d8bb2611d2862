import { act, fireEvent, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { fieldOf, sampleProps } from './samples';
import { untilLoaded } from './show-select';
import { specifiedForms, type FormName } from './specified-forms';

const user = userEvent.setup();

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
    act(() => {
      field('name').focus();
    });
    await untilLoaded();
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

/** Values of a filled form's fields. */
export const filledValues = (name: FormName): Record<string, string> => {
  const { typed, choice } = specifiedForms[name];
  return { ...typed, [choice.name]: choice.value };
};
