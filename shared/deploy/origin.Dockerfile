FROM nginx:1.29-bookworm
ARG PORT
COPY shared/deploy/origin.nginx.conf /etc/nginx/nginx.conf
RUN sed -i "s/listen PORT;/listen ${PORT};/" /etc/nginx/nginx.conf && mkdir -p /releases
USER nginx
ENTRYPOINT []
CMD ["nginx"]
