import * as React from 'react';
import * as JsxRuntime from 'react/jsx-runtime';
import * as ReactDom from 'react-dom';

/** What every site shares with its remotes: one React on the page. */
export const reactLibraries = { react: React, 'react/jsx-runtime': JsxRuntime, 'react-dom': ReactDom };
