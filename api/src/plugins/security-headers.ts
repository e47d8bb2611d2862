/** Headers for responses that run no scripts, load only what `allowed` names, and are never framed. */
export const securityHeaders = (allowed: Readonly<Record<string, string[]>> = {}) => ({
  contentSecurityPolicy: {
    useDefaults: false,
    directives: {
      'default-src': ["'none'"],
      'base-uri': ["'none'"],
      'form-action': ["'none'"],
      'frame-ancestors': ["'none'"],
      ...allowed,
    },
  },
  frameguard: { action: 'deny' as const },
  // Only the gateway that terminates TLS knows whether a host always uses it.
  strictTransportSecurity: false as const,
});
