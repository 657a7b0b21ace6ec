-- Version 0.4 names the team in its rows. Each transaction locks one table, because nodes of that version work on meanwhile.
DROP TRIGGER IF EXISTS "actions_counted_meetings_team" ON "actions_counted_meetings";--> statement-breakpoint
-- commit first
DROP TRIGGER IF EXISTS "check_in_turns_team" ON "check_in_turns";--> statement-breakpoint
-- commit first
DROP TRIGGER IF EXISTS "check_ins_team" ON "check_ins";--> statement-breakpoint
-- commit first
DROP TRIGGER IF EXISTS "comments_team" ON "comments";--> statement-breakpoint
-- commit first
DROP TRIGGER IF EXISTS "groups_team" ON "groups";--> statement-breakpoint
-- commit first
DROP TRIGGER IF EXISTS "reactions_team" ON "reactions";--> statement-breakpoint
-- commit first
DROP TRIGGER IF EXISTS "unnamed_reactions_team" ON "unnamed_reactions";--> statement-breakpoint
-- commit first
DROP TRIGGER IF EXISTS "ready_marks_team" ON "ready_marks";--> statement-breakpoint
-- commit first
DROP TRIGGER IF EXISTS "spectator_links_team" ON "spectator_links";--> statement-breakpoint
-- commit first
DROP TRIGGER IF EXISTS "votes_team" ON "votes";--> statement-breakpoint
-- commit first
DROP TRIGGER IF EXISTS "votes_finished_team" ON "votes_finished";--> statement-breakpoint
-- commit first
DROP TRIGGER IF EXISTS "board_events_team" ON "board_events";--> statement-breakpoint
-- commit first
UPDATE "schema_floor" SET "oldest_migration" = 1795840998382, "oldest_program" = '0.4.0';
