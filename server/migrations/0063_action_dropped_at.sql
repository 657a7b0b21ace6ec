ALTER TABLE "actions" ADD COLUMN "dropped_at" timestamp (3) with time zone;--> statement-breakpoint
UPDATE "actions" SET "dropped_at" = "updated_at" WHERE "status" = 'dropped';
--> statement-breakpoint
-- In the database, so that nodes of version 0.4 set it, too.
CREATE OR REPLACE FUNCTION "action_dropped_at"() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
	IF NEW."status" <> 'dropped' THEN NEW."dropped_at" := NULL;
	ELSIF TG_OP = 'UPDATE' AND OLD."status" = 'dropped' THEN NEW."dropped_at" := OLD."dropped_at";
	ELSE NEW."dropped_at" := coalesce(NEW."dropped_at", NEW."updated_at"); END IF;
	RETURN NEW;
END $$;
--> statement-breakpoint
CREATE OR REPLACE TRIGGER "action_dropped_at" BEFORE INSERT OR UPDATE ON "actions" FOR EACH ROW EXECUTE FUNCTION "action_dropped_at"();
