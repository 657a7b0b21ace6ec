CREATE INDEX "actions_text" ON "actions" USING gin (to_tsvector('simple', "text"));--> statement-breakpoint
CREATE INDEX "comments_text" ON "comments" USING gin (to_tsvector('simple', "content"));--> statement-breakpoint
CREATE INDEX "groups_text" ON "groups" USING gin (to_tsvector('simple', "title"));--> statement-breakpoint
CREATE INDEX "meetings_text" ON "meetings" USING gin (to_tsvector('simple', "name"));--> statement-breakpoint
CREATE INDEX "notes_text" ON "notes" USING gin (to_tsvector('simple', "content"));