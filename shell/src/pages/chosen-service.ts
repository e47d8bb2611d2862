import { SERVICE_PARAMETER, SERVICE_TYPES, type ServiceType } from '@vidlunnia/contracts';

/** The service that the query of the home page's address chooses; what the contact form does not list is none. */
export function chosenService(query: string): ServiceType | null {
  const wanted = new URLSearchParams(query).get(SERVICE_PARAMETER);
  return SERVICE_TYPES.find((type) => type === wanted) ?? null;
}
