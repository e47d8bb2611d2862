import { OWNER } from '@vidlunnia/content';
import { setFacts } from '../src/texts/texts';

// Before all rendering, like on a page.
setFacts({ owner: OWNER, retentionMonths: 12, telegramDetails: false });
