import fc from 'fast-check';

/** What is read of a JSON schema: no more than the API's document has. */
export interface Schema {
  readonly $ref?: string;
  readonly type?: string;
  readonly const?: string;
  readonly pattern?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly anyOf?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
}

const MARKS = ['\0', '\u202E', '\uFEFF', '\r\n', "'; --", '<script>', '{{7*7}}', '%00', '\uD800', '🦔', 'ї'];

/** Texts that programs stumble over. */
export const oddText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.array(fc.constantFrom(...MARKS), { maxLength: 6 }).map((marks) => marks.join('')),
  fc.nat(40_000).map((length) => 'a'.repeat(length)),
);

/** Texts of a schema, without a pattern that nobody but e-mail addresses and ids have. */
const validText = ({ minLength = 0, maxLength = 60, pattern }: Schema) => {
  if (pattern?.includes('@')) return fc.nat(999_999).map((n) => `fuzz-${String(n)}@example.com`);
  if (pattern?.startsWith('^[1-9]')) return fc.integer({ min: 1, max: 99 }).map(String);
  if (pattern?.startsWith('^[a-z')) return fc.stringMatching(/^[a-z0-9-]{1,12}$/);
  const unit = fc.constantFrom('а', 'ї', 'b', '7', '’', '🦔', '<');
  return fc.string({ unit, minLength, maxLength: Math.max(minLength, Math.min(maxLength, 20)) });
};

/** Just inside or outside a schema's lengths. */
const borderText = ({ maxLength = 60 }: Schema) =>
  fc.constantFrom(maxLength, maxLength + 1, 0).map((length) => 'ї'.repeat(length));

export const valid = (schema: Schema): fc.Arbitrary<string> =>
  schema.anyOf ? fc.constantFrom(...schema.anyOf.map((each) => each.const ?? '')) : validText(schema);

/** Valid, nearly valid, and anything else that JSON can say. */
const any = (schema: Schema): fc.Arbitrary<unknown> =>
  fc.oneof(
    { arbitrary: valid(schema), weight: 4 },
    { arbitrary: borderText(schema), weight: 2 },
    { arbitrary: oddText, weight: 2 },
    { arbitrary: fc.jsonValue({ maxDepth: 3 }), weight: 1 },
  );

/** Objects of a schema: whole ones, and ones in which a few fields are missing, wrong or unknown. */
export function objects({ properties = {}, required = [] }: Schema): fc.Arbitrary<Record<string, unknown>> {
  const fields = Object.entries(properties);
  const whole = fc.record(Object.fromEntries(fields.map(([field, schema]) => [field, valid(schema)])), {
    requiredKeys: [...required],
  });
  const wrong = fc.record(Object.fromEntries(fields.map(([field, schema]) => [field, any(schema)])), {
    requiredKeys: [],
  });
  const unknown = fc.dictionary(fc.constantFrom('admin', 'id', 'toString', '', 'name '), fc.jsonValue(), {
    maxKeys: 2,
  });
  return fc.oneof(
    { arbitrary: whole, weight: 2 },
    // One or two wrong fields in an otherwise right object.
    {
      arbitrary: fc
        .tuple(whole, wrong, fc.subarray(Object.keys(properties), { minLength: 1, maxLength: 2 }))
        .map(([base, changes, chosen]) => ({
          ...base,
          ...Object.fromEntries(chosen.map((field) => [field, changes[field]])),
        })),
      weight: 4,
    },
    { arbitrary: fc.tuple(whole, unknown).map(([base, more]) => ({ ...base, ...more })), weight: 1 },
  );
}
