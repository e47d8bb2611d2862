import type { ContactMessage, JobApplication } from './forms.ts';
import type { Home, Post, PostSummary, Service } from './schemas.ts';

/** Options of every call. */
export interface CallOptions {
  readonly signal?: AbortSignal;
}

/** A submission's options. */
export interface SubmitOptions extends CallOptions {
  /**
   * Identifies one submission. The API stores each key once, so a retry makes no second row
   * (draft-ietf-httpapi-idempotency-key-header).
   */
  readonly idempotencyKey: string;
}

/** Options of the list of posts. */
export interface PostsOptions extends CallOptions {
  /** Number of the newest posts, 1 to 99; all by default. */
  readonly limit?: number;
}

/** The site's API for remotes, passed by the shell. Every call rejects with an `ApiError` of `shared/http`. */
export interface Api {
  /** The owner's content for one section of the home page. Older shells lack it. */
  home?<Section extends keyof Home>(section: Section, options?: CallOptions): Promise<Home[Section]>;
  services(options?: CallOptions): Promise<Service[]>;
  posts(options?: PostsOptions): Promise<PostSummary[]>;
  post(id: string, options?: CallOptions): Promise<Post>;
  /** Returns a signed proof of the time when a form was issued, which the form sends. Older shells lack it. */
  formToken?(options?: CallOptions): Promise<string>;
  apply(application: JobApplication, options: SubmitOptions): Promise<void>;
  contact(message: ContactMessage, options: SubmitOptions): Promise<void>;
}

/** Parameters of a module's `load`. */
export interface LoadContext {
  readonly api: Api;
  readonly signal: AbortSignal;
}
