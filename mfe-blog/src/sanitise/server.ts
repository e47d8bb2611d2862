import sanitizeHtml from 'sanitize-html';
import { SANITIZE_HTML } from '@vidlunnia/contracts/post-html';
import type { Sanitise } from './sanitise';

/** Cleans a post's HTML by the allow-list, without a document, on the server. */
export const sanitise = ((html) => sanitizeHtml(html, SANITIZE_HTML)) satisfies Sanitise;
