import { SERVICE_TYPES, type ContactMessage } from '@vidlunnia/shared/contracts';
import { readText } from '../form/read-text';

/** Payload of `POST /api/contact` (specification, section 7). */
export const readMessage = (data: FormData): ContactMessage => {
  const service = readText(data, 'service_type');
  return {
    name: readText(data, 'name'),
    email: readText(data, 'email'),
    phone: readText(data, 'phone'),
    company: readText(data, 'company'),
    service_type: SERVICE_TYPES.find((type) => type === service) ?? '',
    message: readText(data, 'message'),
  };
};
