import type { ContactMessage, JobApplication } from './forms.ts';
import type { Post, PostSummary, Service } from './schemas.ts';

/** What every call may be given. */
export interface CallOptions {
  readonly signal?: AbortSignal;
}

/** A submission's options. */
export interface SubmitOptions extends CallOptions {
  /**
   * Names one submission: the API stores the same key once, however often it is sent, so that a repeated request
   * never makes a second row (draft-ietf-httpapi-idempotency-key-header).
   */
  readonly idempotencyKey: string;
}

/** Options of the list of posts. */
export interface PostsOptions extends CallOptions {
  /** How many of the newest, 1 to 99; all when absent. */
  readonly limit?: number;
}

/** The site's API as remotes see it; the shell hands it over. Every call rejects with an `ApiError` of `shared/http`. */
export interface Api {
  services(options?: CallOptions): Promise<Service[]>;
  posts(options?: PostsOptions): Promise<PostSummary[]>;
  post(id: string, options?: CallOptions): Promise<Post>;
  /**
   * A signed proof of when a form was given out, to be sent with it. Absent in older shells: a form then sends no proof.
   */
  formToken?(options?: CallOptions): Promise<string>;
  apply(application: JobApplication, options: SubmitOptions): Promise<void>;
  contact(message: ContactMessage, options: SubmitOptions): Promise<void>;
}

/** What a module loads its data with. */
export interface LoadContext {
  readonly api: Api;
  readonly signal: AbortSignal;
}
