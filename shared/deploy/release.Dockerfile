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
# What only `release` needs, which builds, is left out.
RUN npx esbuild shared/release/main.ts --bundle --external:esbuild --platform=node --target=node24 --outdir=/tool
ARG TEAM
COPY ${TEAM} ${TEAM}
RUN npm run build -w ${TEAM}

# A built release, and the team's commands for it. Laid out as the repository, so that the commands find their places.
FROM node:24-bookworm-slim
# Nothing is installed in a running image: what could do it is taken away.
RUN rm -rf /usr/local/lib/node_modules /usr/local/bin/npm /usr/local/bin/npx /usr/local/bin/corepack /opt/yarn-*
ARG TEAM
ENV NODE_ENV=production DATA_DIR=/data KEYS_DIR=/run/secrets
RUN mkdir -p /data/origins/${TEAM} && chown node:node /data/origins/${TEAM}
WORKDIR /app/${TEAM}
COPY --from=build /tool /app/shared/release
COPY --from=build /app/${TEAM}/dist dist
USER node
# `publish` as it is; `releases` and `rollback` by hand.
ENTRYPOINT ["sh", "-c", "exec node ../shared/release/main.js \"$0\" \"$@\""]
CMD ["publish"]
