import type { ServerSite } from '@vidlunnia/engine';
interface Settings {
  readonly apiOrigin: string;
  /** Months for which submissions are kept; 0 keeps them. */
  readonly retentionMonths: number;
}
/** «Відлуння» in the server. */
export declare const serverSite: ({ apiOrigin, retentionMonths }: Settings) => ServerSite;
export {};
