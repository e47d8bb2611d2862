import { COPY } from './copy';

/** What a field demands, and its messages. */
export interface Rules {
  readonly required: boolean;
  /** Longest value, in characters. */
  readonly max: number;
  /** Message when a required value is missing. */
  readonly missing: string;
  /** Message for any other invalid value. */
  readonly wrong: string;
}

/** Why a value is invalid, in Ukrainian; empty when it is valid, which the browser decides or, before it, the API. */
export function problemOf(value: string, isValid: boolean, { required, max, missing, wrong }: Rules): string {
  if (required && value.trim() === '') return missing;
  if (isValid) return '';
  return value.length > max ? COPY.tooLong(max) : wrong;
}
