import type { DOMAttributes } from 'react';

/** Safe HTML: a `TrustedHTML` in browsers that support it, else a string. */
type SanitisedHtml = NonNullable<DOMAttributes<Element>['dangerouslySetInnerHTML']>['__html'];

export type Sanitise = (html: string) => SanitisedHtml;
