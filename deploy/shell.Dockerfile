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
COPY shell shell
RUN npm run build -w shell

FROM manifests AS dependencies
# `--omit=dev` alone would keep what another workspace needs to run: of what builds, the kit's dependencies.
RUN npm pkg delete devDependencies --workspaces \
 && npm install --no-audit --no-fund --omit=dev --omit=peer --ignore-scripts -w shell \
 && rm -rf node_modules/@vidlunnia && mkdir -p shell/node_modules

FROM node:24-bookworm-slim
# Nothing is installed in a running image: what could do it is taken away.
RUN rm -rf /usr/local/lib/node_modules /usr/local/bin/npm /usr/local/bin/npx /usr/local/bin/corepack /opt/yarn-* \
 && mkdir /data && chown node:node /data
ENV NODE_ENV=production HOST=0.0.0.0 DATA_DIR=/data
WORKDIR /app/shell
COPY --from=dependencies /app/node_modules /app/node_modules
# What could not stand beside the others because of its version.
COPY --from=dependencies /app/shell/node_modules node_modules
COPY shell/package.json ./
COPY shell/public public
COPY --from=build /app/shell/dist dist
USER node
EXPOSE 3000
CMD ["node", "--enable-source-maps", "--v8-pool-size=1", "--max-semi-space-size=4", "dist/node/main.js"]
