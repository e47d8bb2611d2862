# The images that build begin with the same lines and share those layers. Only manifests and npm's settings go into them:
# a change of sources installs nothing again.
FROM node:24-bookworm-slim AS sources
WORKDIR /app
COPY . .
RUN find . -type f ! -name package.json ! -name package-lock.json ! -name .npmrc -delete && find . -type d -empty -delete

FROM node:24-bookworm-slim AS manifests
WORKDIR /app
COPY --from=sources /app .

FROM manifests AS build
RUN npm ci --no-audit --no-fund
COPY tsconfig.base.json ./
COPY shared shared
COPY platform platform
COPY tools/run.mjs tools/
COPY tools/scripts/build tools/scripts/build
COPY api api
RUN npm run build -w api

FROM manifests AS dependencies
# `--omit=dev` alone would keep what another workspace needs to run: of what builds, the kit's dependencies.
RUN npm pkg delete devDependencies --workspaces \
 && npm install --no-audit --no-fund --omit=dev --omit=peer --ignore-scripts -w api \
 && rm -rf node_modules/@vidlunnia && mkdir -p api/node_modules

FROM node:24-bookworm-slim
# Nothing is installed in a running image: what could do it is taken away.
RUN rm -rf /usr/local/lib/node_modules /usr/local/bin/npm /usr/local/bin/npx /usr/local/bin/corepack /opt/yarn-* \
 && mkdir /data /content && chown node:node /data /content
ENV NODE_ENV=production HOST=0.0.0.0 DATA_DIR=/data
WORKDIR /app/api
COPY --from=dependencies /app/node_modules /app/node_modules
# What could not stand beside the others because of its version.
COPY --from=dependencies /app/api/node_modules node_modules
COPY api/package.json ./
COPY api/migrations migrations
COPY api/content shared/content/owner.json content/
COPY api/styles styles
COPY shared/ui/*.css /app/shared/ui/
COPY shared/ui/fonts /app/shared/ui/fonts
COPY --from=build /app/api/dist dist
USER node
EXPOSE 4000
CMD ["node", "--enable-source-maps", "--v8-pool-size=1", "--max-semi-space-size=4", "dist/main.js"]
