import { FORM_ACTIONS, FORM_IDS, LIMITS, type JobApplication, type ModuleProps } from '@vidlunnia/contracts';
import { useMemo, useRef } from 'react';
import { SelectField, TextArea, TextField } from '../form/fields';
import { SubmissionForm, type ReadText } from '../form/submission-form';
import { useChosenOption } from '../form/use-chosen-option';
import { COPY } from './copy';

export function ApplicationForm({
  api,
  details,
  outcome,
  positions,
  chosen,
  data,
}: ModuleProps<'forms/ApplicationForm'>) {
  const form = useRef<HTMLFormElement>(null);
  const [position, setPosition] = useChosenOption(
    chosen,
    chosen?.position,
    outcome?.values['position'],
    form,
  );
  const options = useMemo(() => positions.map((title) => ({ value: title, label: title })), [positions]);
  return (
    <SubmissionForm
      ref={form}
      id={FORM_IDS.application}
      action={FORM_ACTIONS.application}
      copy={COPY}
      api={api}
      token={data}
      details={details}
      outcome={outcome}
      sheet
      read={readApplication}
      send={(application, submission) => api.apply(application, submission)}
      onReset={() => {
        setPosition('');
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
        {...COPY.city}
        name="city"
        autoComplete="address-level2"
        maxLength={LIMITS.city}
        required
        half
      />
      <SelectField
        label={COPY.position.label}
        placeholder={COPY.position.placeholder}
        emptyMessage={COPY.position.empty}
        name="position"
        options={options}
        value={position}
        onChange={setPosition}
        required
      />
      <TextArea {...COPY.resume} name="resume_text" rows={4} maxLength={LIMITS.resume_text} />
    </SubmissionForm>
  );
}

/** Payload of `POST /api/jobs/apply` (specification, section 7). */
const readApplication = (text: ReadText): JobApplication => ({
  name: text('name'),
  email: text('email'),
  phone: text('phone'),
  city: text('city'),
  position: text('position'),
  resume_text: text('resume_text'),
});
