ALTER TABLE "comments" ADD COLUMN "author_name" text;--> statement-breakpoint
ALTER TABLE "notes" ADD COLUMN "author_name" text;--> statement-breakpoint
ALTER TABLE "notes" ADD COLUMN "imported_counts" jsonb;--> statement-breakpoint
ALTER TABLE "notes" ADD COLUMN "imported_counts_version" integer DEFAULT 1 NOT NULL;