import { OWNER } from '@vidlunnia/content';
import { setOwner } from '../src/site/site';

// As on a page, where it precedes all rendering.
setOwner(OWNER);
