DROP INDEX "board_events_note";--> statement-breakpoint
DROP INDEX "board_events_reveals";--> statement-breakpoint
CREATE INDEX "meetings_deleted" ON "meetings" USING btree ("deleted_at","id") WHERE "meetings"."deleted_at" is not null;--> statement-breakpoint
CREATE INDEX "notes_team" ON "notes" USING btree ("team_id");--> statement-breakpoint
CREATE INDEX "notes_deleted" ON "notes" USING btree ("deleted_at","id") WHERE "notes"."deleted_at" is not null;--> statement-breakpoint
CREATE INDEX "board_events_old_note" ON "board_events" USING btree ("meeting_id",("event" -> 'data' -> 'note' ->> 'id')) WHERE "board_events"."note_ids" is null and ("board_events"."event" -> 'data' -> 'note' ->> 'id') is not null;--> statement-breakpoint
CREATE INDEX "board_events_old_reveals" ON "board_events" USING btree ("meeting_id") WHERE "board_events"."note_ids" is null and ("board_events"."event" ->> 'type') = 'notes_revealed';