const config = {
  dialect: 'postgresql',
  schema: './src/database/schema.ts',
  out: './migrations',
};

// drizzle-kit reads the default export.
export default config;
