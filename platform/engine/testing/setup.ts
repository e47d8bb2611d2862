import { OWNER } from '@vidlunnia/content';
import { setSiteFacts } from '../../../shell/src/site/site';

// Before all rendering, like on a page.
setSiteFacts({ owner: OWNER, retentionMonths: 12 });
