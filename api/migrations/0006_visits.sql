CREATE TABLE "visit_counts" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"remote" text NOT NULL,
	"version" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"what" text NOT NULL,
	"count" integer NOT NULL,
	CONSTRAINT "visit_counts_remote_version_at_what_unique" UNIQUE("remote","version","at","what")
);
--> statement-breakpoint
CREATE TABLE "withdrawals" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"remote" text NOT NULL,
	"version" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"reason" text NOT NULL,
	CONSTRAINT "withdrawals_remote_version_unique" UNIQUE("remote","version")
);
--> statement-breakpoint
CREATE INDEX "visit_counts_at_index" ON "visit_counts" USING btree ("at");