ALTER TABLE "applications" ADD COLUMN "source" jsonb;--> statement-breakpoint
ALTER TABLE "messages" ADD COLUMN "source" jsonb;