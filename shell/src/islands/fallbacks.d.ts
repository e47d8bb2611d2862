import type { FailedProps, PlaceholderProps } from '@vidlunnia/engine';
/** Shown while an island is loading. The text appears after a delay, for a post at once (specification, section 2). */
export declare const Waiting: ({ id }: PlaceholderProps) => import('react').JSX.Element;
/**
 * Shown instead of a failed island, with a retry button. A failed post leaves its page without content, so the message
 * has a title and contact details.
 */
export declare function Failed({ id, onRetry, retrying }: FailedProps): import('react').JSX.Element;
