import { Type, type Static, type TSchema } from '@sinclair/typebox';
import { ProblemSchema } from '@vidlunnia/contracts/schemas';

/** Refers to a schema by name, so that OpenAPI shows it once. */
export const ref = <T extends TSchema>(schema: T) => Type.Unsafe<Static<T>>(Type.Ref(schema.$id ?? ''));

const problem = (description: string) => ({
  description,
  content: { 'application/problem+json': { schema: ref(ProblemSchema) } },
});

/** Possible responses of every route. */
export const problemResponses = {
  '4xx': problem('The request can’t be handled'),
  '5xx': problem('The API is unavailable'),
};

/** The responses of a route whose success has this schema. */
export const responses = <T extends TSchema | object>(success: T) => ({ 200: success, ...problemResponses });
