import type { FastifyError, FastifySchemaValidationError } from 'fastify';
import type { Problem } from '@vidlunnia/shared/contracts/schemas';
import { KeyReusedError } from '../../submissions/store-once';

type FieldErrors = NonNullable<Problem['errors']>;

/** Names every wrong field of a rejected request once. */
export function fieldErrors(error: FastifyError | KeyReusedError): FieldErrors {
  if (error instanceof KeyReusedError) {
    return [{ field: 'Idempotency-Key', message: 'was used before with another body' }];
  }
  const messages = new Map<string, string>();
  for (const each of error.validation ?? []) {
    const field = fieldOf(each);
    // A union tells of each of its members first and of itself last.
    if (!messages.has(field) || each.keyword === 'anyOf') messages.set(field, messageOf(each));
  }
  return [...messages].map(([field, message]) => ({ field, message }));
}

function fieldOf({ instancePath, params }: FastifySchemaValidationError): string {
  const named = params['missingProperty'] ?? params['additionalProperty'];
  return typeof named === 'string' ? named : instancePath.slice(1) || 'body';
}

function messageOf({ keyword, message = 'is not valid', params }: FastifySchemaValidationError): string {
  if (keyword === 'required') return 'is required';
  if (keyword === 'additionalProperties') return 'is not known';
  if (keyword === 'minLength') return 'must not be empty';
  if (keyword === 'maxLength') return `must not be longer than ${String(params['limit'])} characters`;
  if (keyword === 'pattern') return 'must be an e-mail address';
  if (keyword === 'anyOf') return 'must be one of the known values';
  return message;
}
