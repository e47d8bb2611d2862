import type { FactsSource } from '@vidlunnia/engine';
/** The owner's details in the API's content, and the operator's retention in months. */
export declare const factsSource: (apiOrigin: string, retentionMonths: number) => FactsSource;
