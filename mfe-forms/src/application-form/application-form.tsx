import { FORM_ACTIONS, FORM_IDS, LIMITS, type ModuleProps } from '@vidlunnia/shared/contracts';
import { useMemo, useRef } from 'react';
import { SelectField } from '../form/select-field';
import { SubmissionForm } from '../form/submission-form';
import { TextArea } from '../form/text-area';
import { TextField } from '../form/text-field';
import { NOTICES } from '../submission/notices';
import { applicationCopy as copy } from './copy';
import { readApplication } from './read-application';
import { useChosenPosition } from './use-chosen-position';

export function ApplicationForm({
  api,
  details,
  outcome,
  positions,
  chosen,
}: ModuleProps<'forms/ApplicationForm'>) {
  const form = useRef<HTMLFormElement>(null);
  const [position, setPosition] = useChosenPosition(chosen, outcome?.values['position'] ?? '', form);
  const options = useMemo(() => positions.map((title) => ({ value: title, label: title })), [positions]);
  return (
    <SubmissionForm
      ref={form}
      id={FORM_IDS.application}
      action={FORM_ACTIONS.application}
      copy={copy}
      notices={NOTICES.application}
      details={details}
      outcome={outcome}
      sheet
      read={readApplication}
      send={(application, submission) => api.apply(application, submission)}
      onReset={() => {
        setPosition('');
      }}
    >
      <TextField {...copy.name} name="name" autoComplete="name" maxLength={LIMITS.name} required />
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
        {...copy.city}
        name="city"
        autoComplete="address-level2"
        maxLength={LIMITS.city}
        required
        half
      />
      <SelectField
        label={copy.position.label}
        placeholder={copy.position.placeholder}
        emptyMessage={copy.position.empty}
        name="position"
        options={options}
        value={position}
        onChange={setPosition}
        required
        half
      />
      <TextArea {...copy.resume} name="resume_text" rows={4} maxLength={LIMITS.resume_text} />
    </SubmissionForm>
  );
}
