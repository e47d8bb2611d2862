CREATE TABLE "retentions" (
	"id" integer PRIMARY KEY DEFAULT 1 NOT NULL,
	"removed_before" timestamp with time zone NOT NULL
);
