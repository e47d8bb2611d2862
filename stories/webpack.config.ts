import { storiesConfig } from '@vidlunnia/shared/build';

export default storiesConfig;
