import {
  FORM_ACTIONS,
  FORM_IDS,
  LIMITS,
  SERVICE_TYPES,
  type ContactMessage,
  type ModuleProps,
} from '@vidlunnia/contracts';
import { useRef } from 'react';
import { SelectField, TextArea, TextField } from '../form/fields';
import { SubmissionForm, type ReadText } from '../form/submission-form';
import { useChosenOption } from '../form/use-chosen-option';
import { COPY } from './copy';

const serviceOptions = SERVICE_TYPES.map((type) => ({ value: type, label: COPY.serviceTypes[type] }));

export function ContactForm({ api, details, outcome, chosen, data }: ModuleProps<'forms/ContactForm'>) {
  const form = useRef<HTMLFormElement>(null);
  const [service, setService] = useChosenOption(
    chosen ?? null,
    chosen?.service,
    outcome?.values['service_type'],
    form,
  );
  return (
    <SubmissionForm
      ref={form}
      id={FORM_IDS.contact}
      action={FORM_ACTIONS.contact}
      copy={COPY}
      api={api}
      token={data}
      details={details}
      outcome={outcome}
      read={readMessage}
      send={(message, submission) => api.contact(message, submission)}
      onReset={() => {
        setService('');
      }}
    >
      <TextField {...COPY.name} name="name" autoComplete="name" maxLength={LIMITS.name} required half />
      <TextField
        {...COPY.email}
        name="email"
        type="email"
        inputMode="email"
        autoComplete="email"
        maxLength={LIMITS.email}
        required
        half
      />
      <TextField
        {...COPY.phone}
        name="phone"
        type="tel"
        inputMode="tel"
        autoComplete="tel"
        maxLength={LIMITS.phone}
        required
        half
      />
      <TextField
        {...COPY.company}
        name="company"
        autoComplete="organization"
        maxLength={LIMITS.company}
        half
      />
      <SelectField
        label={COPY.service.label}
        hint={COPY.service.hint}
        placeholder={COPY.service.placeholder}
        emptyMessage={COPY.service.empty}
        name="service_type"
        options={serviceOptions}
        value={service}
        onChange={setService}
      />
      <TextArea {...COPY.message} name="message" rows={5} maxLength={LIMITS.message} required />
    </SubmissionForm>
  );
}

/** Payload of `POST /api/contact` (specification, section 7). */
const readMessage = (text: ReadText): ContactMessage => ({
  name: text('name'),
  email: text('email'),
  phone: text('phone'),
  company: text('company'),
  service_type: SERVICE_TYPES.find((type) => type === text('service_type')) ?? '',
  message: text('message'),
});
