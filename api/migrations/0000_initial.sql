CREATE TABLE "applications" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"name" text NOT NULL,
	"email" text NOT NULL,
	"phone" text NOT NULL,
	"idempotency_key" text,
	"fingerprint" text NOT NULL,
	"city" text NOT NULL,
	"position" text NOT NULL,
	"resume_text" text,
	CONSTRAINT "applications_idempotency_key_unique" UNIQUE("idempotency_key")
);
--> statement-breakpoint
CREATE TABLE "messages" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"name" text NOT NULL,
	"email" text NOT NULL,
	"phone" text NOT NULL,
	"idempotency_key" text,
	"fingerprint" text NOT NULL,
	"company" text,
	"service_type" text,
	"message" text NOT NULL,
	CONSTRAINT "messages_idempotency_key_unique" UNIQUE("idempotency_key")
);
--> statement-breakpoint
CREATE TABLE "posts" (
	"id" text PRIMARY KEY NOT NULL,
	"title" text NOT NULL,
	"excerpt" text NOT NULL,
	"category" text NOT NULL,
	"image_url" text NOT NULL,
	"image_alt" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"author" text NOT NULL,
	"description" text NOT NULL,
	"content" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "services" (
	"position" integer PRIMARY KEY NOT NULL,
	"title" text NOT NULL,
	"description" text NOT NULL,
	"icon_url" text NOT NULL,
	"features" text[] NOT NULL,
	"price_from" numeric
);
--> statement-breakpoint
CREATE INDEX "applications_created_at_index" ON "applications" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "messages_created_at_index" ON "messages" USING btree ("created_at");