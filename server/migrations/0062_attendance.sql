ALTER TABLE "meetings" ADD COLUMN "took_part" integer;--> statement-breakpoint
ALTER TABLE "meetings" ADD COLUMN "members_at_end" integer;