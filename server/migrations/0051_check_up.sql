ALTER TABLE "check_ins" ADD COLUMN "check_up" jsonb DEFAULT '{}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "check_ins" ADD COLUMN "check_up_version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "teams" ADD COLUMN "check_up" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "teams" ADD COLUMN "check_up_version" integer DEFAULT 1 NOT NULL;