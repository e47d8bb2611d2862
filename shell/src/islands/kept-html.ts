/** Keeps React from the HTML that the server put into an element: it neither reads nor changes it. */
export const KEPT_HTML = { suppressHydrationWarning: true, dangerouslySetInnerHTML: { __html: '' } } as const;
