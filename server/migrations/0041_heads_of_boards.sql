CREATE TABLE "board_heads" (
	"meeting_id" uuid PRIMARY KEY NOT NULL,
	"seq" bigint DEFAULT 0 NOT NULL,
	"epoch" uuid DEFAULT gen_random_uuid() NOT NULL,
	"epoch_seq" bigint,
	"history_bytes" bigint DEFAULT 0 NOT NULL,
	"history_since" timestamp (3) with time zone DEFAULT now() NOT NULL
) WITH (fillfactor = 50);
--> statement-breakpoint
ALTER TABLE "meetings" ALTER COLUMN "epoch" SET DEFAULT gen_random_uuid();--> statement-breakpoint
-- A trigger, so that a meeting of version 0.3 has a head, too.
CREATE OR REPLACE FUNCTION "meeting_has_head"() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
	IF TG_OP = 'INSERT' THEN
		-- A restored meeting has one already.
		INSERT INTO "board_heads" ("meeting_id") VALUES (NEW."id") ON CONFLICT DO NOTHING;
	ELSE
		DELETE FROM "board_heads" WHERE "meeting_id" = OLD."id";
	END IF;
	RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER "meeting_has_head" AFTER INSERT OR DELETE ON "meetings" FOR EACH ROW EXECUTE FUNCTION "meeting_has_head"();
--> statement-breakpoint
-- Version 0.3, on the way back, goes on in the former columns of the meetings, under epochs that no page of this version knows.
INSERT INTO "board_heads" ("meeting_id", "seq", "epoch_seq") SELECT "id", "seq", "seq" FROM "meetings";
