// Loaded with the first call to the API: nothing else needs them.
export { createApiClient } from '@vidlunnia/http';
export { sourceOfVisit } from './source-of-visit';
