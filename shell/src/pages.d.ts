import { type ModuleParams, type PageHead } from '@vidlunnia/contracts';
/** The pages of the specification, section 2, all posts, and the page on personal data. */
export type Page =
  | {
      readonly kind: 'home';
    }
  | {
      readonly kind: 'post';
      readonly params: ModuleParams<'blog/Post'>;
    }
  | {
      readonly kind: 'archive';
      readonly params: ModuleParams<'blog/Archive'>;
    }
  | {
      readonly kind: 'privacy';
    }
  | {
      readonly kind: 'unknown';
    };
/** Query parameter of the address after an accepted form; its value is the form's name. */
export declare const SENT_PARAMETER = 'sent';
/** The unchecked service in the query of the home page's address; empty without one. */
export declare const serviceIn: (query: string) => string;
export declare function pageAt(pathname: string): Page;
/** The canonical address of the page, which URL parsers leave unchanged. */
export declare function addressOf(page: Page): string;
/** Heads of the pages that the shell renders itself (site copy, section 18). `blog/Post` returns a post's head. */
export declare const HOME_HEAD: PageHead;
export declare const NOT_FOUND_HEAD: PageHead;
/** For a post's page until the post is loaded. */
export declare const POST_HEAD: PageHead;
/** Heads by kind of page; an island's own head, if any, replaces it. */
export declare const HEADS: Readonly<Record<Page['kind'], PageHead>>;
