# Every image that builds begins with these very lines: their layers are made once and shared.
FROM node:24-bookworm-slim AS manifests
WORKDIR /app
COPY package.json package-lock.json ./
COPY shared/package.json shared/
COPY shell/package.json shell/
COPY mfe-home/package.json mfe-home/
COPY mfe-blog/package.json mfe-blog/
COPY mfe-forms/package.json mfe-forms/
COPY api/package.json api/
COPY e2e/package.json e2e/
COPY bench/package.json bench/
COPY stories/package.json stories/

FROM manifests AS build
RUN npm ci --no-audit --no-fund --include-workspace-root -w shared -w shell -w mfe-home -w mfe-blog -w mfe-forms -w api
COPY tsconfig.base.json ./
COPY shared shared
COPY shell shell
RUN npm run build -w shell

FROM manifests AS dependencies
RUN npm ci --no-audit --no-fund --omit=dev --ignore-scripts -w shell \
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
CMD ["node", "--enable-source-maps", "dist/node/main.js"]
