ALTER TABLE "actions_counted_meetings" ADD COLUMN "together" boolean;--> statement-breakpoint
-- Attendance of an anonymous retro would tell whether somebody present wrote nothing.
UPDATE "meetings" SET "took_part" = NULL, "members_at_end" = NULL
	WHERE "took_part" IS NOT NULL AND "settings" ->> 'anonymous' = 'true';--> statement-breakpoint
UPDATE "actions_counted_meetings" SET "full_attendance" = NULL
	FROM "meetings" WHERE "meetings"."id" = "meeting_id" AND "full_attendance" IS NOT NULL AND "settings" ->> 'anonymous' = 'true';
