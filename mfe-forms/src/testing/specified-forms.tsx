import { fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { exposes } from '../exposes';
import { fieldOf, sampleDetails, samplePositions, sampleProps } from './samples';
import { focus, untilLoaded } from './show-select';

const ApplicationForm = exposes.ApplicationForm.default;
const ContactForm = exposes.ContactForm.default;

type Props = Pick<Parameters<typeof ContactForm>[0], 'api' | 'details' | 'outcome' | 'data'>;

const PERSON = { name: 'Оля', email: 'olia@example.com', phone: '+380 67' };

/** Both forms as specified (sections 3, 5, 7 and 8), with a visitor's input. */
export const specifiedForms = {
  application: {
    call: 'apply',
    draw: (props: Props) => <ApplicationForm {...props} positions={samplePositions} chosen={null} />,
    required: ['name', 'email', 'phone', 'city', 'position'],
    optional: ['resume_text'],
    typed: { ...PERSON, city: 'Львів', resume_text: 'Вмію\nвсе' },
    choice: { name: 'position', typed: 'а', value: 'Адміністратор/ка соцмереж' },
    submit: 'Надіслати заявку',
    busy: 'Надсилаємо заявку…',
    success: 'Заявку успішно відправлено!',
    error: 'Помилка при відправці заявки',
    otherWay: sampleDetails.email,
  },
  contact: {
    call: 'contact',
    draw: (props: Props) => <ContactForm {...props} />,
    required: ['name', 'email', 'phone', 'message'],
    optional: ['company', 'service_type'],
    typed: { ...PERSON, company: 'Пекарня', message: 'Добрий\nдень' },
    choice: { name: 'service_type', typed: 'л', value: 'leads' },
    submit: 'Надіслати повідомлення',
    busy: 'Надсилаємо повідомлення…',
    success: 'Повідомлення успішно відправлено!',
    error: 'Помилка при відправці повідомлення',
    otherWay: sampleDetails.phone,
  },
} as const;

export const formNames = ['application', 'contact'] as const;

export type FormName = (typeof formNames)[number];

/** Renders a form and returns helpers to fill, send and read it. */
export const showForm = (name: FormName, props: Partial<Props> = {}) => {
  const { call, draw, typed, choice } = specifiedForms[name];
  const user = userEvent.setup();
  const { api, ...samples } = sampleProps();
  const { unmount } = render(draw({ api, ...samples, ...props }));
  const form = screen.getByRole<HTMLFormElement>('form');
  const select = () => screen.getByRole('combobox');
  const button = () => screen.getByRole('button', { name: /^Над/ });
  const field = (fieldName: string) => fieldOf(form, fieldName);
  const type = (texts: Readonly<Record<string, string>>) => {
    for (const [fieldName, value] of Object.entries(texts))
      fireEvent.input(field(fieldName), { target: { value } });
  };
  const fill = async () => {
    focus(field('name'));
    await untilLoaded();
    type(typed);
    focus(select());
    await user.keyboard(choice.typed);
  };
  const press = () => user.click(button());
  return { form, select, send: api[call], unmount, field, type, fill, button, press, user };
};

/** Values of a filled form's fields. */
export const filledValues = (name: FormName): Record<string, string> => {
  const { typed, choice } = specifiedForms[name];
  return { ...typed, [choice.name]: choice.value };
};
