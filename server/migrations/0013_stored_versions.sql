ALTER TABLE "meetings" ADD COLUMN "settings_version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "board_events" ADD COLUMN "event_version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "board_events" ADD COLUMN "note_ids" uuid[];--> statement-breakpoint
ALTER TABLE "receipts" ADD COLUMN "body_version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
CREATE INDEX "board_events_notes" ON "board_events" USING gin ("note_ids");