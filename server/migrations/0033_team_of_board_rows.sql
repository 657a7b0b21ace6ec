-- Every row of a board names its team. The program of the version before does not: triggers do it for its rows, and cost
-- those that name it a comparison. A planned meeting may go to another team; what it has by then goes with it.
-- Nodes of that version work on meanwhile: each part that begins with "commit first" is a transaction of its own, which
-- locks one table at a time, and none for as long as it takes to read it. What was begun goes on when it is run again.
CREATE OR REPLACE FUNCTION "team_of_board_row"() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
	SELECT "team_id" INTO NEW."team_id" FROM "meetings" WHERE "id" = NEW."meeting_id"; RETURN NEW;
END $$;
--> statement-breakpoint
-- commit first
ALTER TABLE "actions_counted_meetings" ADD COLUMN IF NOT EXISTS "team_id" uuid;
--> statement-breakpoint
CREATE OR REPLACE TRIGGER "actions_counted_meetings_team" BEFORE INSERT ON "actions_counted_meetings" FOR EACH ROW WHEN (NEW."team_id" IS NULL) EXECUTE FUNCTION "team_of_board_row"();
--> statement-breakpoint
ALTER TABLE "actions_counted_meetings" DROP CONSTRAINT IF EXISTS "actions_counted_meetings_team_known", ADD CONSTRAINT "actions_counted_meetings_team_known" CHECK ("team_id" IS NOT NULL) NOT VALID;
--> statement-breakpoint
-- commit first
ALTER TABLE "check_in_turns" ADD COLUMN IF NOT EXISTS "team_id" uuid;
--> statement-breakpoint
CREATE OR REPLACE TRIGGER "check_in_turns_team" BEFORE INSERT ON "check_in_turns" FOR EACH ROW WHEN (NEW."team_id" IS NULL) EXECUTE FUNCTION "team_of_board_row"();
--> statement-breakpoint
ALTER TABLE "check_in_turns" DROP CONSTRAINT IF EXISTS "check_in_turns_team_known", ADD CONSTRAINT "check_in_turns_team_known" CHECK ("team_id" IS NOT NULL) NOT VALID;
--> statement-breakpoint
-- commit first
ALTER TABLE "check_ins" ADD COLUMN IF NOT EXISTS "team_id" uuid;
--> statement-breakpoint
CREATE OR REPLACE TRIGGER "check_ins_team" BEFORE INSERT ON "check_ins" FOR EACH ROW WHEN (NEW."team_id" IS NULL) EXECUTE FUNCTION "team_of_board_row"();
--> statement-breakpoint
ALTER TABLE "check_ins" DROP CONSTRAINT IF EXISTS "check_ins_team_known", ADD CONSTRAINT "check_ins_team_known" CHECK ("team_id" IS NOT NULL) NOT VALID;
--> statement-breakpoint
-- commit first
ALTER TABLE "comments" ADD COLUMN IF NOT EXISTS "team_id" uuid;
--> statement-breakpoint
CREATE OR REPLACE TRIGGER "comments_team" BEFORE INSERT ON "comments" FOR EACH ROW WHEN (NEW."team_id" IS NULL) EXECUTE FUNCTION "team_of_board_row"();
--> statement-breakpoint
ALTER TABLE "comments" DROP CONSTRAINT IF EXISTS "comments_team_known", ADD CONSTRAINT "comments_team_known" CHECK ("team_id" IS NOT NULL) NOT VALID;
--> statement-breakpoint
-- commit first
ALTER TABLE "groups" ADD COLUMN IF NOT EXISTS "team_id" uuid;
--> statement-breakpoint
CREATE OR REPLACE TRIGGER "groups_team" BEFORE INSERT ON "groups" FOR EACH ROW WHEN (NEW."team_id" IS NULL) EXECUTE FUNCTION "team_of_board_row"();
--> statement-breakpoint
ALTER TABLE "groups" DROP CONSTRAINT IF EXISTS "groups_team_known", ADD CONSTRAINT "groups_team_known" CHECK ("team_id" IS NOT NULL) NOT VALID;
--> statement-breakpoint
-- commit first
ALTER TABLE "reactions" ADD COLUMN IF NOT EXISTS "team_id" uuid;
--> statement-breakpoint
CREATE OR REPLACE TRIGGER "reactions_team" BEFORE INSERT ON "reactions" FOR EACH ROW WHEN (NEW."team_id" IS NULL) EXECUTE FUNCTION "team_of_board_row"();
--> statement-breakpoint
ALTER TABLE "reactions" DROP CONSTRAINT IF EXISTS "reactions_team_known", ADD CONSTRAINT "reactions_team_known" CHECK ("team_id" IS NOT NULL) NOT VALID;
--> statement-breakpoint
-- commit first
ALTER TABLE "unnamed_reactions" ADD COLUMN IF NOT EXISTS "team_id" uuid;
--> statement-breakpoint
CREATE OR REPLACE TRIGGER "unnamed_reactions_team" BEFORE INSERT ON "unnamed_reactions" FOR EACH ROW WHEN (NEW."team_id" IS NULL) EXECUTE FUNCTION "team_of_board_row"();
--> statement-breakpoint
ALTER TABLE "unnamed_reactions" DROP CONSTRAINT IF EXISTS "unnamed_reactions_team_known", ADD CONSTRAINT "unnamed_reactions_team_known" CHECK ("team_id" IS NOT NULL) NOT VALID;
--> statement-breakpoint
-- commit first
ALTER TABLE "ready_marks" ADD COLUMN IF NOT EXISTS "team_id" uuid;
--> statement-breakpoint
CREATE OR REPLACE TRIGGER "ready_marks_team" BEFORE INSERT ON "ready_marks" FOR EACH ROW WHEN (NEW."team_id" IS NULL) EXECUTE FUNCTION "team_of_board_row"();
--> statement-breakpoint
ALTER TABLE "ready_marks" DROP CONSTRAINT IF EXISTS "ready_marks_team_known", ADD CONSTRAINT "ready_marks_team_known" CHECK ("team_id" IS NOT NULL) NOT VALID;
--> statement-breakpoint
-- commit first
ALTER TABLE "spectator_links" ADD COLUMN IF NOT EXISTS "team_id" uuid;
--> statement-breakpoint
CREATE OR REPLACE TRIGGER "spectator_links_team" BEFORE INSERT ON "spectator_links" FOR EACH ROW WHEN (NEW."team_id" IS NULL) EXECUTE FUNCTION "team_of_board_row"();
--> statement-breakpoint
ALTER TABLE "spectator_links" DROP CONSTRAINT IF EXISTS "spectator_links_team_known", ADD CONSTRAINT "spectator_links_team_known" CHECK ("team_id" IS NOT NULL) NOT VALID;
--> statement-breakpoint
-- commit first
ALTER TABLE "votes" ADD COLUMN IF NOT EXISTS "team_id" uuid;
--> statement-breakpoint
CREATE OR REPLACE TRIGGER "votes_team" BEFORE INSERT ON "votes" FOR EACH ROW WHEN (NEW."team_id" IS NULL) EXECUTE FUNCTION "team_of_board_row"();
--> statement-breakpoint
ALTER TABLE "votes" DROP CONSTRAINT IF EXISTS "votes_team_known", ADD CONSTRAINT "votes_team_known" CHECK ("team_id" IS NOT NULL) NOT VALID;
--> statement-breakpoint
-- commit first
ALTER TABLE "votes_finished" ADD COLUMN IF NOT EXISTS "team_id" uuid;
--> statement-breakpoint
CREATE OR REPLACE TRIGGER "votes_finished_team" BEFORE INSERT ON "votes_finished" FOR EACH ROW WHEN (NEW."team_id" IS NULL) EXECUTE FUNCTION "team_of_board_row"();
--> statement-breakpoint
ALTER TABLE "votes_finished" DROP CONSTRAINT IF EXISTS "votes_finished_team_known", ADD CONSTRAINT "votes_finished_team_known" CHECK ("team_id" IS NOT NULL) NOT VALID;
--> statement-breakpoint
-- commit first
ALTER TABLE "board_events" ADD COLUMN IF NOT EXISTS "team_id" uuid;
--> statement-breakpoint
CREATE OR REPLACE TRIGGER "board_events_team" BEFORE INSERT ON "board_events" FOR EACH ROW WHEN (NEW."team_id" IS NULL) EXECUTE FUNCTION "team_of_board_row"();
--> statement-breakpoint
ALTER TABLE "board_events" DROP CONSTRAINT IF EXISTS "board_events_team_known", ADD CONSTRAINT "board_events_team_known" CHECK ("team_id" IS NOT NULL) NOT VALID;
--> statement-breakpoint
-- commit first
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
	RETURN NULL;
END $$;
--> statement-breakpoint
CREATE OR REPLACE TRIGGER "meetings_team" AFTER UPDATE OF "team_id" ON "meetings" FOR EACH ROW WHEN (OLD."team_id" <> NEW."team_id") EXECUTE FUNCTION "board_goes_to_team"();
--> statement-breakpoint
-- commit first
-- Left by meetings that are deleted for good.
DELETE FROM "board_events" WHERE NOT EXISTS (SELECT FROM "meetings" WHERE "meetings"."id" = "board_events"."meeting_id");
--> statement-breakpoint
-- commit first
UPDATE "actions_counted_meetings" SET "team_id" = "meetings"."team_id" FROM "meetings" WHERE "meetings"."id" = "actions_counted_meetings"."meeting_id" AND "actions_counted_meetings"."team_id" IS NULL;
--> statement-breakpoint
-- commit first
ALTER TABLE "actions_counted_meetings" VALIDATE CONSTRAINT "actions_counted_meetings_team_known";
--> statement-breakpoint
-- commit first
-- The check has read the rows already.
ALTER TABLE "actions_counted_meetings" ALTER COLUMN "team_id" SET NOT NULL, DROP CONSTRAINT "actions_counted_meetings_team_known";
--> statement-breakpoint
-- commit first
UPDATE "check_in_turns" SET "team_id" = "meetings"."team_id" FROM "meetings" WHERE "meetings"."id" = "check_in_turns"."meeting_id" AND "check_in_turns"."team_id" IS NULL;
--> statement-breakpoint
-- commit first
ALTER TABLE "check_in_turns" VALIDATE CONSTRAINT "check_in_turns_team_known";
--> statement-breakpoint
-- commit first
-- The check has read the rows already.
ALTER TABLE "check_in_turns" ALTER COLUMN "team_id" SET NOT NULL, DROP CONSTRAINT "check_in_turns_team_known";
--> statement-breakpoint
-- commit first
UPDATE "check_ins" SET "team_id" = "meetings"."team_id" FROM "meetings" WHERE "meetings"."id" = "check_ins"."meeting_id" AND "check_ins"."team_id" IS NULL;
--> statement-breakpoint
-- commit first
ALTER TABLE "check_ins" VALIDATE CONSTRAINT "check_ins_team_known";
--> statement-breakpoint
-- commit first
-- The check has read the rows already.
ALTER TABLE "check_ins" ALTER COLUMN "team_id" SET NOT NULL, DROP CONSTRAINT "check_ins_team_known";
--> statement-breakpoint
-- commit first
UPDATE "comments" SET "team_id" = "meetings"."team_id" FROM "meetings" WHERE "meetings"."id" = "comments"."meeting_id" AND "comments"."team_id" IS NULL;
--> statement-breakpoint
-- commit first
ALTER TABLE "comments" VALIDATE CONSTRAINT "comments_team_known";
--> statement-breakpoint
-- commit first
-- The check has read the rows already.
ALTER TABLE "comments" ALTER COLUMN "team_id" SET NOT NULL, DROP CONSTRAINT "comments_team_known";
--> statement-breakpoint
-- commit first
UPDATE "groups" SET "team_id" = "meetings"."team_id" FROM "meetings" WHERE "meetings"."id" = "groups"."meeting_id" AND "groups"."team_id" IS NULL;
--> statement-breakpoint
-- commit first
ALTER TABLE "groups" VALIDATE CONSTRAINT "groups_team_known";
--> statement-breakpoint
-- commit first
-- The check has read the rows already.
ALTER TABLE "groups" ALTER COLUMN "team_id" SET NOT NULL, DROP CONSTRAINT "groups_team_known";
--> statement-breakpoint
-- commit first
UPDATE "reactions" SET "team_id" = "meetings"."team_id" FROM "meetings" WHERE "meetings"."id" = "reactions"."meeting_id" AND "reactions"."team_id" IS NULL;
--> statement-breakpoint
-- commit first
ALTER TABLE "reactions" VALIDATE CONSTRAINT "reactions_team_known";
--> statement-breakpoint
-- commit first
-- The check has read the rows already.
ALTER TABLE "reactions" ALTER COLUMN "team_id" SET NOT NULL, DROP CONSTRAINT "reactions_team_known";
--> statement-breakpoint
-- commit first
UPDATE "unnamed_reactions" SET "team_id" = "meetings"."team_id" FROM "meetings" WHERE "meetings"."id" = "unnamed_reactions"."meeting_id" AND "unnamed_reactions"."team_id" IS NULL;
--> statement-breakpoint
-- commit first
ALTER TABLE "unnamed_reactions" VALIDATE CONSTRAINT "unnamed_reactions_team_known";
--> statement-breakpoint
-- commit first
-- The check has read the rows already.
ALTER TABLE "unnamed_reactions" ALTER COLUMN "team_id" SET NOT NULL, DROP CONSTRAINT "unnamed_reactions_team_known";
--> statement-breakpoint
-- commit first
UPDATE "ready_marks" SET "team_id" = "meetings"."team_id" FROM "meetings" WHERE "meetings"."id" = "ready_marks"."meeting_id" AND "ready_marks"."team_id" IS NULL;
--> statement-breakpoint
-- commit first
ALTER TABLE "ready_marks" VALIDATE CONSTRAINT "ready_marks_team_known";
--> statement-breakpoint
-- commit first
-- The check has read the rows already.
ALTER TABLE "ready_marks" ALTER COLUMN "team_id" SET NOT NULL, DROP CONSTRAINT "ready_marks_team_known";
--> statement-breakpoint
-- commit first
UPDATE "spectator_links" SET "team_id" = "meetings"."team_id" FROM "meetings" WHERE "meetings"."id" = "spectator_links"."meeting_id" AND "spectator_links"."team_id" IS NULL;
--> statement-breakpoint
-- commit first
ALTER TABLE "spectator_links" VALIDATE CONSTRAINT "spectator_links_team_known";
--> statement-breakpoint
-- commit first
-- The check has read the rows already.
ALTER TABLE "spectator_links" ALTER COLUMN "team_id" SET NOT NULL, DROP CONSTRAINT "spectator_links_team_known";
--> statement-breakpoint
-- commit first
UPDATE "votes" SET "team_id" = "meetings"."team_id" FROM "meetings" WHERE "meetings"."id" = "votes"."meeting_id" AND "votes"."team_id" IS NULL;
--> statement-breakpoint
-- commit first
ALTER TABLE "votes" VALIDATE CONSTRAINT "votes_team_known";
--> statement-breakpoint
-- commit first
-- The check has read the rows already.
ALTER TABLE "votes" ALTER COLUMN "team_id" SET NOT NULL, DROP CONSTRAINT "votes_team_known";
--> statement-breakpoint
-- commit first
UPDATE "votes_finished" SET "team_id" = "meetings"."team_id" FROM "meetings" WHERE "meetings"."id" = "votes_finished"."meeting_id" AND "votes_finished"."team_id" IS NULL;
--> statement-breakpoint
-- commit first
ALTER TABLE "votes_finished" VALIDATE CONSTRAINT "votes_finished_team_known";
--> statement-breakpoint
-- commit first
-- The check has read the rows already.
ALTER TABLE "votes_finished" ALTER COLUMN "team_id" SET NOT NULL, DROP CONSTRAINT "votes_finished_team_known";
--> statement-breakpoint
-- commit first
UPDATE "board_events" SET "team_id" = "meetings"."team_id" FROM "meetings" WHERE "meetings"."id" = "board_events"."meeting_id" AND "board_events"."team_id" IS NULL;
--> statement-breakpoint
-- commit first
ALTER TABLE "board_events" VALIDATE CONSTRAINT "board_events_team_known";
--> statement-breakpoint
-- commit first
-- The check has read the rows already.
ALTER TABLE "board_events" ALTER COLUMN "team_id" SET NOT NULL, DROP CONSTRAINT "board_events_team_known";
