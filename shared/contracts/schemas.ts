import { Type, type Static } from '@sinclair/typebox';
import {
  fieldsOf,
  PROOF_LIMITS,
  type ContactMessage,
  type FormField,
  type FormName,
  type JobApplication,
} from './forms.ts';

/**
 * A service of the agency (specification, section 3). `price_from` is in hryvnias per month. `service_type` is the
 * service's value in the contact form; absent if the form does not list the service.
 */
export const ServiceSchema = Type.Object(
  {
    title: Type.String(),
    description: Type.String(),
    icon_url: Type.String(),
    features: Type.Array(Type.String()),
    price_from: Type.Optional(Type.Number()),
    service_type: Type.Optional(Type.String()),
  },
  { $id: 'Service' },
);

/**
 * A picture with its size in pixels. `srcset` lists copies of other sizes, as the attribute's value; drawings (SVG)
 * have none.
 */
export const PictureSchema = Type.Object({
  url: Type.String(),
  width: Type.Number(),
  height: Type.Number(),
  srcset: Type.Optional(Type.String()),
});

const texts = Type.Array(Type.String());

const PersonSchema = Type.Object({
  name: Type.String(),
  position: Type.String(),
  quote: Type.String(),
  portrait: PictureSchema,
  /** Alternative text of the portrait. */
  alt: Type.String(),
});

/** Salaries are in hryvnias per month. */
const VacancySchema = Type.Object({
  title: Type.String(),
  salary_from: Type.Number(),
  salary_to: Type.Number(),
  /** `FULL_TIME` or `PART_TIME`. */
  employment: Type.String(),
  terms: Type.Optional(Type.String()),
  text: Type.String(),
  /** Always empty: releases of home that describe vacancies to search engines require a text. */
  posted: Type.Optional(Type.String()),
});

/** The owner's content for the home page, by section. */
export const HomeSchema = Type.Object(
  {
    hero: Type.Object({ lead: Type.String() }),
    about: Type.Object({ story: texts, support: Type.String() }),
    services: Type.Object({ lead: Type.String() }),
    reasons: Type.Object({
      reasons: Type.Array(Type.Object({ title: Type.String(), text: Type.String() })),
    }),
    team: Type.Object({ lead: Type.String(), people: Type.Array(PersonSchema) }),
    vacancies: Type.Object({ lead: Type.String(), vacancies: Type.Array(VacancySchema) }),
    contact: Type.Object({ lead: Type.String() }),
  },
  { $id: 'Home' },
);

const postSummary = {
  id: Type.String(),
  title: Type.String(),
  excerpt: Type.String(),
  category: Type.String(),
  image_url: Type.String(),
  /** The cover of `image_url` with its sizes; absent in older APIs. */
  image: Type.Optional(PictureSchema),
  created_at: Type.String({ format: 'date-time' }),
  /** The last edit after the publication; absent without one, and in older APIs. */
  updated_at: Type.Optional(Type.String({ format: 'date-time' })),
  author: Type.String(),
};

/** A blog post in lists, without its content. */
export const PostSummarySchema = Type.Object(postSummary, { $id: 'PostSummary' });

/** Query of `GET /api/blog`: number of the newest posts, 1 to 99; all by default. */
export const PostsQuerySchema = Type.Object({
  limit: Type.Optional(Type.String({ pattern: '^[1-9][0-9]?$' })),
});

/** A whole blog post (specification, section 3); `content` is sanitised HTML. */
export const PostSchema = Type.Object(
  {
    ...postSummary,
    content: Type.String(),
    /** Alternative text of the cover. */
    image_alt: Type.String(),
    /** One sentence for search engines and link previews. */
    description: Type.String(),
    /** The author's role in lower case; absent in older APIs. */
    author_role: Type.Optional(Type.String()),
    author_portrait: Type.Optional(PictureSchema),
    /** Address on this site with more about the author. */
    author_link: Type.Optional(Type.String()),
    /** Recommended next posts; absent in older APIs. */
    next: Type.Optional(Type.Array(Type.Object(postSummary))),
  },
  { $id: 'Post' },
);

/**
 * Values that `<input type="email">` accepts, by the HTML standard's expression:
 * https://html.spec.whatwg.org/multipage/input.html#valid-e-mail-address
 */
const EMAIL_PATTERN =
  "^[a-zA-Z0-9.!#$%&'*+\\/=?^_`{|}~-]+@[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?(?:\\.[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?)*$";

/** At least one character that is not white space. Text is stored as typed. */
const NOT_BLANK = '\\S';

function fieldSchema({ max, required, email, choices }: Omit<FormField, 'label'>) {
  const least = required ? { minLength: 1, pattern: NOT_BLANK } : {};
  const value = choices
    ? Type.Union([...(required ? [] : ['']), ...Object.keys(choices)].map((each) => Type.Literal(each)))
    : Type.String({ maxLength: max, ...least, ...(email && { pattern: EMAIL_PATTERN }) });
  return required ? value : Type.Optional(value);
}

/** Payload of a form: its fields and its proof against spam. Unknown fields are allowed, because newer forms send them. */
function formSchema<Payload>(form: FormName, $id: string) {
  const fields = {
    ...fieldsOf(form),
    token: { max: PROOF_LIMITS.token },
    website: { max: PROOF_LIMITS.website },
  };
  const properties = Object.entries(fields).map(([name, field]) => [name, fieldSchema(field)] as const);
  return Type.Unsafe<Payload>(Type.Object(Object.fromEntries(properties), { $id }));
}

export const JobApplicationSchema = formSchema<JobApplication>('application', 'JobApplication');
export const ContactMessageSchema = formSchema<ContactMessage>('contact', 'ContactMessage');

/** A signed proof of the time when a form was issued. */
export const FormTokenSchema = Type.Object({ token: Type.String() }, { $id: 'FormToken' });

/** Error response of the API (RFC 9457); `errors` has every wrong field of a rejected request. */
export const ProblemSchema = Type.Object(
  {
    type: Type.String(),
    title: Type.String(),
    status: Type.Integer(),
    errors: Type.Optional(Type.Array(Type.Object({ field: Type.String(), message: Type.String() }))),
  },
  { $id: 'Problem' },
);

export type FormToken = Static<typeof FormTokenSchema>;
export type Home = Static<typeof HomeSchema>;
export type Person = Static<typeof PersonSchema>;
export type Picture = Static<typeof PictureSchema>;
export type Service = Static<typeof ServiceSchema>;
export type PostSummary = Static<typeof PostSummarySchema>;
export type Post = Static<typeof PostSchema>;
export type Problem = Static<typeof ProblemSchema>;
export type Vacancy = Static<typeof VacancySchema>;
