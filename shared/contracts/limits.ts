/**
 * Longest accepted value of every submitted field, in characters. The forms' `maxlength` and the API's validation
 * both read it, so that whatever passes the browser's checks passes the API's.
 */
export const LIMITS = {
  name: 100,
  email: 254,
  phone: 40,
  city: 100,
  position: 150,
  resume_text: 5000,
  company: 150,
  message: 5000,
  token: 255,
  website: 5000,
} as const;

/** Values of the contact form's `service_type` (specification, section 9). */
export const SERVICE_TYPES = ['smm', 'content', 'leads', 'analytics'] as const;

export type ServiceType = (typeof SERVICE_TYPES)[number];
