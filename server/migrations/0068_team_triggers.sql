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
-- No table definition names these any more; version 0.4 selects them, so the next version drops them: the tables "board_events" and
-- "deaf_nodes"; "scores_version", "outcomes_version" and "check_up_version" of "check_ins"; "settings_version", "columns_version",
-- "discussion_version", "seq", "epoch", "epoch_seq", "history_bytes" and "history_since" of "meetings"; "imported_counts_version" of
-- "notes"; "check_up_version" of "teams"; "columns_version" and "settings_version" of "templates"; "status", "body" and "body_version"
-- of "receipts"; and the function "team_of_board_row".
