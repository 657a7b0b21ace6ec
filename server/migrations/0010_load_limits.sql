CREATE TABLE "quotas" (
	"name" text PRIMARY KEY NOT NULL,
	"used" integer NOT NULL,
	"since" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "meetings" ADD COLUMN "history_bytes" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "meetings" ADD COLUMN "history_since" timestamp (3) with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
CREATE INDEX "board_events_note" ON "board_events" USING btree ("meeting_id",("event" -> 'data' -> 'note' ->> 'id')) WHERE ("board_events"."event" -> 'data' -> 'note' ->> 'id') is not null;--> statement-breakpoint
CREATE INDEX "board_events_reveals" ON "board_events" USING btree ("meeting_id") WHERE ("board_events"."event" ->> 'type') = 'notes_revealed';