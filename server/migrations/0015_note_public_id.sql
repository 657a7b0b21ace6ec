ALTER TABLE "notes" ADD COLUMN "public_id" uuid;--> statement-breakpoint
CREATE INDEX "notes_public_id" ON "notes" USING btree ("public_id") WHERE "notes"."public_id" is not null;