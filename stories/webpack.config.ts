import { storiesConfig } from '@vidlunnia/remote-kit/build';

export default storiesConfig;
