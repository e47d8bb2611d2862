export { Team as default } from './team';
