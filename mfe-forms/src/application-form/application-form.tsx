import { FORM_FIELDS, type ModuleProps } from '@vidlunnia/contracts';
import { useMemo } from 'react';
import { EmailField, PhoneField, SelectField, TextArea, TextField } from '../form/fields';
import { SubmissionForm } from '../form/submission-form';
import { useChosen, useForm } from '../form/use-form';
import { COPY } from './copy';

const FIELDS = FORM_FIELDS.application;

export function ApplicationForm({ positions, chosen, ...passed }: ModuleProps<'forms/ApplicationForm'>) {
  const form = useForm('application', passed.outcome, { position: chosen?.position ?? '' });
  useChosen(chosen, form, ({ position }) => {
    form.change({ position });
  });
  const typed = passed.outcome?.values['position'];
  const options = useMemo(() => {
    // Without vacancies, a returned form still has its position.
    const titles = positions.length === 0 && typed ? [typed] : positions;
    return titles.map((title) => ({ value: title, label: title }));
  }, [positions, typed]);
  return (
    <SubmissionForm {...passed} form={form} copy={COPY} sheet>
      <TextField {...FIELDS.name} name="name" autoComplete="name" />
      <EmailField {...FIELDS.email} />
      <PhoneField {...FIELDS.phone} hours={passed.details.hours} />
      <TextField {...FIELDS.city} name="city" autoComplete="address-level2" />
      <SelectField {...FIELDS.position} {...COPY.position} name="position" options={options} />
      <TextArea {...FIELDS.resume_text} {...COPY.resume_text} name="resume_text" rows={4} />
    </SubmissionForm>
  );
}
