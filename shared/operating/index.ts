export { goneClients } from './gone-clients';
export { requestIds, requestLog, withoutQuery, REQUEST_ID_HEADER, TRIAL_HEADER } from './requests';
export { operatorPort, pulled } from './metrics';
