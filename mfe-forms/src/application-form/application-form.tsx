import { FORM_FIELDS, type ModuleProps } from '@vidlunnia/contracts';
import { useMemo, useRef } from 'react';
import { EmailField, PhoneField, SelectField, TextArea, TextField } from '../form/fields';
import { SubmissionForm } from '../form/submission-form';
import { useChosenOption } from '../form/use-chosen-option';
import { COPY } from './copy';

const FIELDS = FORM_FIELDS.application;

export function ApplicationForm({ positions, chosen, ...passed }: ModuleProps<'forms/ApplicationForm'>) {
  const form = useRef<HTMLFormElement>(null);
  const returned = passed.outcome?.values['position'];
  const [position, setPosition] = useChosenOption(chosen, chosen?.position, returned, form);
  const options = useMemo(() => positions.map((title) => ({ value: title, label: title })), [positions]);
  return (
    <SubmissionForm
      {...passed}
      ref={form}
      name="application"
      copy={COPY}
      sheet
      onReset={() => {
        setPosition('');
      }}
    >
      <TextField {...FIELDS.name} name="name" autoComplete="name" half />
      <EmailField {...FIELDS.email} />
      <PhoneField {...FIELDS.phone} hours={passed.details.hours} />
      <TextField {...FIELDS.city} name="city" autoComplete="address-level2" half />
      <SelectField
        {...FIELDS.position}
        {...COPY.position}
        name="position"
        options={options}
        value={position}
        onChange={setPosition}
      />
      <TextArea {...FIELDS.resume_text} {...COPY.resume_text} name="resume_text" rows={4} />
    </SubmissionForm>
  );
}
