// As a namespace, so that browsers load only the builders below, not all of `Type`.
import * as Type from '@sinclair/typebox';

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

export type FormToken = Type.Static<typeof FormTokenSchema>;
export type Home = Type.Static<typeof HomeSchema>;
export type Person = Type.Static<typeof PersonSchema>;
export type Picture = Type.Static<typeof PictureSchema>;
export type Service = Type.Static<typeof ServiceSchema>;
export type PostSummary = Type.Static<typeof PostSummarySchema>;
export type Post = Type.Static<typeof PostSchema>;
export type Problem = Type.Static<typeof ProblemSchema>;
export type Vacancy = Type.Static<typeof VacancySchema>;
