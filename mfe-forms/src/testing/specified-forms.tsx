import { exposes } from '../exposes';
import { sampleDetails, samplePositions } from './samples';

const ApplicationForm = exposes.ApplicationForm.default;
const ContactForm = exposes.ContactForm.default;

type Props = Pick<Parameters<typeof ContactForm>[0], 'api' | 'details' | 'outcome' | 'data'>;

/** Both forms as specified (sections 3, 5, 7 and 8), with a visitor's input. */
export const specifiedForms = {
  application: {
    title: 'Відгукніться',
    call: 'apply',
    draw: (props: Props) => <ApplicationForm {...props} positions={samplePositions} chosen={null} />,
    required: ['name', 'email', 'phone', 'city', 'position'],
    optional: ['resume_text'],
    typed: {
      name: 'Оля',
      email: 'olia@example.com',
      phone: '+380 67',
      city: 'Львів',
      resume_text: 'Вмію\nвсе',
    },
    choice: { label: /^Посада/, name: 'position', typed: 'а', value: 'Адміністратор/ка соцмереж' },
    submit: 'Надіслати заявку',
    busy: 'Надсилаємо заявку…',
    success: 'Заявку успішно відправлено!',
    error: 'Помилка при відправці заявки',
    otherWay: sampleDetails.email,
  },
  contact: {
    title: 'Напишіть нам',
    call: 'contact',
    draw: (props: Props) => <ContactForm {...props} />,
    required: ['name', 'email', 'phone', 'message'],
    optional: ['company', 'service_type'],
    typed: {
      name: 'Оля',
      email: 'olia@example.com',
      phone: '+380 67',
      company: 'Пекарня',
      message: 'Добрий\nдень',
    },
    choice: { label: /^Що вас цікавить/, name: 'service_type', typed: 'л', value: 'leads' },
    submit: 'Надіслати повідомлення',
    busy: 'Надсилаємо повідомлення…',
    success: 'Повідомлення успішно відправлено!',
    error: 'Помилка при відправці повідомлення',
    otherWay: sampleDetails.phone,
  },
} as const;

export const formNames = ['application', 'contact'] as const;

export type FormName = (typeof formNames)[number];
