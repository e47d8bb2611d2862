DROP TABLE "posts";--> statement-breakpoint
DROP TABLE "previews";--> statement-breakpoint
DROP TABLE "services";
