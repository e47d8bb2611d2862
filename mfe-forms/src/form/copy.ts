/** Texts that both forms share. */
export const COPY = {
  requiredMark: '*',
  requiredNote: 'Поля із зірочкою обов’язкові.',
  required: 'обов’язкове поле',
  optional: 'за бажанням',
} as const;
