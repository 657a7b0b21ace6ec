ALTER TABLE "receipts" ALTER COLUMN "status" SET DEFAULT 0;--> statement-breakpoint
ALTER TABLE "receipts" ADD COLUMN "first_status" integer;--> statement-breakpoint
ALTER TABLE "receipts" ADD COLUMN "kept" jsonb;--> statement-breakpoint
-- What the answers told goes; the ids that the server chose stay.
UPDATE "receipts" SET "first_status" = "status", "status" = 0, "body" = NULL, "kept" = (
	SELECT jsonb_object_agg(key, value)
	FROM jsonb_each(CASE jsonb_typeof("body" -> 'body') WHEN 'object' THEN "body" -> 'body' END)
	WHERE key IN ('id', 'note_ids', 'actions_without_owner')
) WHERE "status" > 0;
