import swagger from '@fastify/swagger';
import fastifyPlugin from 'fastify-plugin';
import {
  ContactMessageSchema,
  FormTokenSchema,
  JobApplicationSchema,
  PostSchema,
  PostSummarySchema,
  ProblemSchema,
  ServiceSchema,
} from '@vidlunnia/contracts/schemas';

const SCHEMAS = [
  ContactMessageSchema,
  FormTokenSchema,
  JobApplicationSchema,
  PostSchema,
  PostSummarySchema,
  ProblemSchema,
  ServiceSchema,
];

/** The contract's schemas under their names, and the OpenAPI document made of them and the routes. */
export const openApi = fastifyPlugin(async (app) => {
  for (const schema of SCHEMAS) app.addSchema(schema);
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Vidlunnia API',
        description: 'Content and submissions of the agency’s website',
        version: '1',
      },
    },
    refResolver: {
      buildLocalReference: (json, _base, _fragment, index) =>
        typeof json.$id === 'string' ? json.$id : `schema-${String(index)}`,
    },
  });
});
