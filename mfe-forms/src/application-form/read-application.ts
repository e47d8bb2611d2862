import type { JobApplication } from '@vidlunnia/shared/contracts';
import { readText } from '../form/read-text';

/** Payload of `POST /api/jobs/apply` (specification, section 7). */
export const readApplication = (data: FormData): JobApplication => ({
  name: readText(data, 'name'),
  email: readText(data, 'email'),
  phone: readText(data, 'phone'),
  city: readText(data, 'city'),
  position: readText(data, 'position'),
  resume_text: readText(data, 'resume_text'),
});
