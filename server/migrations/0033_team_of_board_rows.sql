-- The tests of version 0.4 name this function, which nothing calls.
CREATE OR REPLACE FUNCTION "team_of_board_row"() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
	SELECT "team_id" INTO NEW."team_id" FROM "meetings" WHERE "id" = NEW."meeting_id"; RETURN NEW;
END $$;
--> statement-breakpoint
-- Every row of a board names its team. `0039` has the trigger that takes a planned meeting's rows along to another team.
ALTER TABLE "actions_counted_meetings" ADD COLUMN "team_id" uuid NOT NULL;--> statement-breakpoint
ALTER TABLE "check_in_turns" ADD COLUMN "team_id" uuid NOT NULL;--> statement-breakpoint
ALTER TABLE "check_ins" ADD COLUMN "team_id" uuid NOT NULL;--> statement-breakpoint
ALTER TABLE "comments" ADD COLUMN "team_id" uuid NOT NULL;--> statement-breakpoint
ALTER TABLE "groups" ADD COLUMN "team_id" uuid NOT NULL;--> statement-breakpoint
ALTER TABLE "reactions" ADD COLUMN "team_id" uuid NOT NULL;--> statement-breakpoint
ALTER TABLE "unnamed_reactions" ADD COLUMN "team_id" uuid NOT NULL;--> statement-breakpoint
ALTER TABLE "ready_marks" ADD COLUMN "team_id" uuid NOT NULL;--> statement-breakpoint
ALTER TABLE "spectator_links" ADD COLUMN "team_id" uuid NOT NULL;--> statement-breakpoint
ALTER TABLE "votes" ADD COLUMN "team_id" uuid NOT NULL;--> statement-breakpoint
ALTER TABLE "votes_finished" ADD COLUMN "team_id" uuid NOT NULL;--> statement-breakpoint
ALTER TABLE "board_events" ADD COLUMN "team_id" uuid NOT NULL;
