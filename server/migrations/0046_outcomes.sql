ALTER TABLE "check_ins" ADD COLUMN "outcomes" jsonb DEFAULT '{}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "check_ins" ADD COLUMN "outcomes_version" integer DEFAULT 1 NOT NULL;