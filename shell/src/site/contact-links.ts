/** `+380 43 000 00 00` → `tel:+380430000000`. */
export const phoneHref = (phone: string): string => `tel:${phone.replace(/[^+\d]/g, '')}`;

export const emailHref = (email: string): string => `mailto:${email}`;
