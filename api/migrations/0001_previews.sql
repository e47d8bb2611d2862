CREATE TABLE "previews" (
	"id" text PRIMARY KEY NOT NULL,
	"fingerprint" text NOT NULL,
	"image" "bytea" NOT NULL
);
