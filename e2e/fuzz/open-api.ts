import Ajv, { type ValidateFunction } from 'ajv/dist/2020';
import type { FuzzAnswer } from './send';
import type { Schema } from './values';

interface Content {
  readonly content?: Readonly<Record<string, { readonly schema?: Schema }>>;
}

/** A route of the document. */
export interface Operation {
  readonly parameters?: readonly { readonly name: string; readonly in: string; readonly schema: Schema }[];
  readonly requestBody?: Content;
  readonly responses: Readonly<Record<string, Content>>;
}

/** What is read of the API's own description. */
export interface OpenApi {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
}

const ID = 'openapi';

/** A schema of the document, or the one that it refers to. */
export function resolve({ components }: OpenApi, schema: Schema = {}): Schema {
  const name = schema.$ref?.split('/').at(-1);
  return name === undefined ? schema : (components.schemas[name] ?? {});
}

/** Says what is wrong with an answer of a route by the document; `undefined` when nothing is. */
export function contractOf(document: OpenApi) {
  const ajv = new Ajv({ strict: false, validateFormats: false }).addSchema({ ...document, $id: ID });
  const known = new Map<Schema, ValidateFunction>();
  const validatorOf = (schema: Schema) => {
    const validator = known.get(schema) ?? ajv.compile(absolute(schema));
    known.set(schema, validator);
    return validator;
  };

  return (path: string, method: string, { status, type, body }: FuzzAnswer) => {
    const operation = document.paths[path]?.[method.toLowerCase()];
    if (operation === undefined || status === 304) return undefined;
    const response =
      operation.responses[String(status)] ?? operation.responses[`${String(status)[0] ?? ''}XX`];
    if (response === undefined) return `the document has no response ${String(status)}`;
    const [mediaType = ''] = type.split(';', 1);
    const described = response.content?.[mediaType];
    if (described === undefined) return `the document has no ${mediaType} for ${String(status)}`;
    if (!mediaType.endsWith('json') || described.schema === undefined) return undefined;
    const validate = validatorOf(described.schema);
    return validate(JSON.parse(body)) ? undefined : ajv.errorsText(validate.errors);
  };
}

/** References of a part of the document, seen from outside of it. */
const absolute = (schema: Schema): Schema =>
  JSON.parse(JSON.stringify(schema).replaceAll('"#/', `"${ID}#/`)) as Schema;
