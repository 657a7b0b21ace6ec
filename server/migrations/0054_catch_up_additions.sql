CREATE TABLE "catch_up_additions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"meeting_id" uuid NOT NULL,
	"team_id" uuid NOT NULL,
	"user_id" uuid,
	"author_hash" text,
	"kind" text NOT NULL,
	"topic_id" uuid,
	"action_id" uuid,
	"text" text NOT NULL,
	"revealed_in" uuid
);
--> statement-breakpoint
ALTER TABLE "catch_up_additions" ADD CONSTRAINT "catch_up_additions_meeting_id_meetings_id_fk" FOREIGN KEY ("meeting_id") REFERENCES "public"."meetings"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "catch_up_additions" ADD CONSTRAINT "catch_up_additions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "catch_up_additions" ADD CONSTRAINT "catch_up_additions_action_id_actions_id_fk" FOREIGN KEY ("action_id") REFERENCES "public"."actions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "catch_up_additions" ADD CONSTRAINT "catch_up_additions_revealed_in_meetings_id_fk" FOREIGN KEY ("revealed_in") REFERENCES "public"."meetings"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "catch_up_additions_board" ON "catch_up_additions" USING btree ("meeting_id");--> statement-breakpoint
CREATE INDEX "catch_up_additions_team" ON "catch_up_additions" USING btree ("team_id");--> statement-breakpoint
CREATE INDEX "catch_up_additions_user" ON "catch_up_additions" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "catch_up_additions_action" ON "catch_up_additions" USING btree ("action_id");--> statement-breakpoint
CREATE INDEX "catch_up_additions_revealed" ON "catch_up_additions" USING btree ("revealed_in");