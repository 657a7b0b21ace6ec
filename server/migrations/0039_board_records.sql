CREATE TABLE "board_records" (
	"meeting_id" uuid NOT NULL,
	"team_id" uuid NOT NULL,
	"type" text NOT NULL,
	"id" text NOT NULL,
	"shape" integer NOT NULL,
	"body" jsonb NOT NULL,
	CONSTRAINT "board_records_meeting_id_type_id_pk" PRIMARY KEY("meeting_id","type","id")
);
--> statement-breakpoint
ALTER TABLE "board_records" ADD CONSTRAINT "board_records_meeting_id_meetings_id_fk" FOREIGN KEY ("meeting_id") REFERENCES "public"."meetings"("id") ON DELETE cascade ON UPDATE no action;
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
	UPDATE "board_records" SET "team_id" = NEW."team_id" WHERE "meeting_id" = NEW."id";
	UPDATE "board_changes" SET "team_id" = NEW."team_id" WHERE "meeting_id" = NEW."id";
	RETURN NULL;
END $$;
--> statement-breakpoint
CREATE OR REPLACE TRIGGER "meetings_team" AFTER UPDATE OF "team_id" ON "meetings" FOR EACH ROW WHEN (OLD."team_id" <> NEW."team_id") EXECUTE FUNCTION "board_goes_to_team"();
