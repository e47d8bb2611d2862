import * as React from 'react';
import * as JsxRuntime from 'react/jsx-runtime';
import * as ReactDom from 'react-dom';
import { sharedToastify } from '../toasts';

declare const __SHARED_VERSIONS__: Readonly<Record<string, string>>;

const libraries = {
  react: React,
  'react/jsx-runtime': JsxRuntime,
  'react-dom': ReactDom,
  'react-toastify': sharedToastify,
};

/** The packages that exist once on the page, in the form that the federation runtime takes them. */
export const sharedLibraries = Object.fromEntries(
  Object.entries(libraries).map(([name, library]) => [
    name,
    {
      version: __SHARED_VERSIONS__[name] ?? '0.0.0',
      scope: ['default'],
      strategy: 'loaded-first' as const,
      lib: () => library,
      shareConfig: { singleton: true, strictVersion: true, requiredVersion: '*' as const, eager: true },
    },
  ]),
);
