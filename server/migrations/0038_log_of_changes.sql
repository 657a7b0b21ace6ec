CREATE TABLE "board_changes" (
	"meeting_id" uuid NOT NULL,
	"team_id" uuid NOT NULL,
	"seq" bigint NOT NULL,
	"change" jsonb NOT NULL,
	"text_keys" text[] NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "board_changes_meeting_id_seq_pk" PRIMARY KEY("meeting_id","seq")
);
--> statement-breakpoint
CREATE INDEX "board_changes_texts" ON "board_changes" USING gin ("text_keys");
--> statement-breakpoint
CREATE OR REPLACE FUNCTION "board_goes_to_team"() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
	UPDATE "actions_counted_meetings" SET "team_id" = NEW."team_id" WHERE "meeting_id" = NEW."id";
	UPDATE "check_in_turns" SET "team_id" = NEW."team_id" WHERE "meeting_id" = NEW."id";
	UPDATE "check_ins" SET "team_id" = NEW."team_id" WHERE "meeting_id" = NEW."id";
	UPDATE "comments" SET "team_id" = NEW."team_id" WHERE "meeting_id" = NEW."id";
	UPDATE "groups" SET "team_id" = NEW."team_id" WHERE "meeting_id" = NEW."id";
	UPDATE "reactions" SET "team_id" = NEW."team_id" WHERE "meeting_id" = NEW."id";
	UPDATE "unnamed_reactions" SET "team_id" = NEW."team_id" WHERE "meeting_id" = NEW."id";
	UPDATE "ready_marks" SET "team_id" = NEW."team_id" WHERE "meeting_id" = NEW."id";
	UPDATE "spectator_links" SET "team_id" = NEW."team_id" WHERE "meeting_id" = NEW."id";
	UPDATE "votes" SET "team_id" = NEW."team_id" WHERE "meeting_id" = NEW."id";
	UPDATE "votes_finished" SET "team_id" = NEW."team_id" WHERE "meeting_id" = NEW."id";
	UPDATE "board_events" SET "team_id" = NEW."team_id" WHERE "meeting_id" = NEW."id";
	UPDATE "board_changes" SET "team_id" = NEW."team_id" WHERE "meeting_id" = NEW."id";
	RETURN NULL;
END $$;
--> statement-breakpoint
-- The log of changes begins anew: nobody catches up from the log of events.
DELETE FROM "board_events";
--> statement-breakpoint
UPDATE "meetings" SET "epoch" = gen_random_uuid(), "epoch_seq" = "seq";
