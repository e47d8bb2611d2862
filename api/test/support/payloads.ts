import type { ContactMessage, JobApplication } from '@vidlunnia/contracts';

/** A job application with every field. */
export const application: JobApplication = {
  name: 'Олена Ґудзь',
  email: 'olena@example.com',
  phone: '+380 67 000 00 00',
  city: 'Вінниця',
  position: 'Менеджер/ка з підтримки клієнтів',
  resume_text: 'Працювала в кав’ярні.\nЛюблю людей.',
};

/** A contact message with every field. */
export const message: ContactMessage = {
  name: 'Ігор Їжак',
  email: 'ihor@example.com',
  phone: '067',
  company: 'Кав’ярня «Луна»',
  service_type: 'smm',
  message: 'Доброго дня!',
};
