import { createOnDemand } from './on-demand';

/** The combobox with react-select in it: more than all the rest of a form, so it comes when a form is being filled. */
export const comboboxCode = createOnDemand(async () => {
  const { Combobox } = await import(/* webpackChunkName: "combobox" */ './combobox');
  return Combobox;
});
