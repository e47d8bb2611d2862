/** Statements that no rule of oxlint's own rejects. */
const rule = (visit) => ({
  create: (context) => visit((node, message) => context.report({ node, message })),
});

export default {
  meta: { name: 'vidlunnia' },
  rules: {
    'no-export-all': rule((report) => ({
      ExportAllDeclaration: (node) => report(node, 'Name what a module gives: `export *` hides its surface.'),
    })),
    'no-import-of-parts': rule((report) => ({
      ImportExpression(node) {
        if (/^@vidlunnia\/(?:shell|api|mfe-)/.test(node.source.value))
          report(node, 'Parts meet at run time, through the federation alone.');
      },
    })),
  },
};
