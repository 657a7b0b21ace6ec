ALTER TABLE "catch_up_additions" DROP CONSTRAINT "catch_up_additions_revealed_in_meetings_id_fk";
--> statement-breakpoint
ALTER TABLE "catch_up_additions" ADD CONSTRAINT "catch_up_additions_revealed_in_meetings_id_fk" FOREIGN KEY ("revealed_in") REFERENCES "public"."meetings"("id") ON DELETE set null ON UPDATE no action;