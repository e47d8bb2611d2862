import { FORM_ACTIONS, FORM_IDS, LIMITS, SERVICE_TYPES, type ModuleProps } from '@vidlunnia/shared/contracts';
import { useState } from 'react';
import { SelectField } from '../form/select-field';
import { SubmissionForm } from '../form/submission-form';
import { TextArea } from '../form/text-area';
import { TextField } from '../form/text-field';
import { NOTICES } from '../submission/notices';
import { contactCopy as copy } from './copy';
import { readMessage } from './read-message';

const serviceOptions = SERVICE_TYPES.map((type) => ({ value: type, label: copy.serviceTypes[type] }));

export function ContactForm({ api, details, outcome }: ModuleProps<'forms/ContactForm'>) {
  const [service, setService] = useState(outcome?.values['service_type'] ?? '');
  return (
    <SubmissionForm
      id={FORM_IDS.contact}
      action={FORM_ACTIONS.contact}
      copy={copy}
      notices={NOTICES.contact}
      details={details}
      outcome={outcome}
      read={readMessage}
      send={(message, submission) => api.contact(message, submission)}
      onReset={() => {
        setService('');
      }}
    >
      <TextField {...copy.name} name="name" autoComplete="name" maxLength={LIMITS.name} required half />
      <TextField
        {...copy.email}
        name="email"
        type="email"
        inputMode="email"
        autoComplete="email"
        maxLength={LIMITS.email}
        required
        half
      />
      <TextField
        {...copy.phone}
        name="phone"
        type="tel"
        inputMode="tel"
        autoComplete="tel"
        maxLength={LIMITS.phone}
        required
        half
      />
      <TextField
        {...copy.company}
        name="company"
        autoComplete="organization"
        maxLength={LIMITS.company}
        half
      />
      <SelectField
        label={copy.service.label}
        hint={copy.service.hint}
        placeholder={copy.service.placeholder}
        emptyMessage={copy.service.empty}
        name="service_type"
        options={serviceOptions}
        value={service}
        onChange={setService}
      />
      <TextArea {...copy.message} name="message" rows={5} maxLength={LIMITS.message} required />
    </SubmissionForm>
  );
}
