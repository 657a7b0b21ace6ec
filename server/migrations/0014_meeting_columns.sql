ALTER TABLE "meetings" ADD COLUMN "columns" jsonb;--> statement-breakpoint
ALTER TABLE "meetings" ADD COLUMN "columns_version" integer DEFAULT 1 NOT NULL;