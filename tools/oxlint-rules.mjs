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
    'no-ukrainian': rule((report) => {
      const check = (node, text) => {
        if (/[а-яіїєґ]/i.test(text))
          report(node, 'Words for visitors are the site’s: the platform knows none.');
      };
      return {
        Literal: (node) => check(node, String(node.value)),
        TemplateElement: (node) => check(node, node.value.raw),
        JSXText: (node) => check(node, node.value),
      };
    }),
    'no-import-of-parts': rule((report) => ({
      ImportExpression(node) {
        if (/^@vidlunnia\/(?:shell|api|mfe-)/.test(node.source.value))
          report(node, 'Parts meet at run time, through the federation alone.');
      },
    })),
  },
};
