import { OWNER } from '@vidlunnia/content';
import { setSiteFacts } from '../src/site/site';

// As on a page, where it precedes all rendering.
setSiteFacts({ owner: OWNER, retentionMonths: 12 });
