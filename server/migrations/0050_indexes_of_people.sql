CREATE INDEX "board_records_id" ON "board_records" USING btree ("id");--> statement-breakpoint
CREATE INDEX "board_records_people" ON "board_records" USING gin ((array["body" ->> 'user_id', "body" ->> 'to_user_id']));--> statement-breakpoint
CREATE INDEX "actions_former_assignee" ON "actions" USING btree ("former_assignee_id") WHERE "actions"."former_assignee_id" is not null;--> statement-breakpoint
CREATE INDEX "actions_creator" ON "actions" USING btree ("created_by");--> statement-breakpoint
CREATE INDEX "actions_deleted_by" ON "actions" USING btree ("deleted_by") WHERE "actions"."deleted_by" is not null;--> statement-breakpoint
CREATE INDEX "audit_entries_actor" ON "audit_entries" USING btree ("actor_id","at");--> statement-breakpoint
CREATE INDEX "audit_entries_target" ON "audit_entries" USING btree ("target_id");--> statement-breakpoint
CREATE INDEX "audit_entries_notes" ON "audit_entries" USING btree ("target_id") WHERE "audit_entries"."target_kind" = 'notes';--> statement-breakpoint
CREATE INDEX "ai_summaries_publisher" ON "ai_summaries" USING btree ("published_by");--> statement-breakpoint
CREATE INDEX "check_in_turns_user" ON "check_in_turns" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "comments_deleted_by" ON "comments" USING btree ("deleted_by") WHERE "comments"."deleted_by" is not null;--> statement-breakpoint
CREATE INDEX "guest_links_creator" ON "guest_links" USING btree ("created_by");--> statement-breakpoint
CREATE INDEX "invitations_sender" ON "invitations" USING btree ("sender_id");--> statement-breakpoint
CREATE INDEX "notes_deleted_by" ON "notes" USING btree ("deleted_by") WHERE "notes"."deleted_by" is not null;--> statement-breakpoint
CREATE INDEX "ready_marks_user" ON "ready_marks" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "spectator_links_creator" ON "spectator_links" USING btree ("created_by");--> statement-breakpoint
CREATE INDEX "templates_creator" ON "templates" USING btree ("created_by");--> statement-breakpoint
CREATE INDEX "votes_finished_user" ON "votes_finished" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "board_heads_history" ON "board_heads" USING btree ("history_since") WHERE "board_heads"."history_since" > '1970-01-02T00:00:00Z';