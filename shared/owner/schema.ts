import { Type } from '@sinclair/typebox';

const text = Type.String({ minLength: 1 });
const address = Type.String({ pattern: '^https://\\S+$', rule: 'an address that begins with https://' });

/** Allowed values of `owner.json`. */
export const OwnerSchema = Type.Object(
  {
    contact: Type.Object(
      {
        /** As people read it, with spaces. */
        phone: Type.String({ pattern: '^\\+[\\d ]+$', rule: 'a telephone number like +380 43 000 00 00' }),
        email: Type.String({ pattern: '^[^\\s@]+@[^\\s@]+$', rule: 'an e-mail address' }),
        address: text,
        map: Type.Optional(address),
        hours: Type.Array(Type.Object({ days: text, time: text }, { additionalProperties: false })),
      },
      { additionalProperties: false },
    ),
    /** Pages in social networks; an empty address hides its button. */
    social: Type.Record(
      Type.Union(['telegram', 'instagram', 'facebook', 'linkedin'].map((name) => Type.Literal(name))),
      Type.Union([Type.Literal(''), address]),
      { additionalProperties: false },
    ),
    legalLine: Type.String(),
    satisfactionSource: Type.String(),
  },
  { additionalProperties: false },
);
