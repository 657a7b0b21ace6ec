ALTER TABLE "receipts" ALTER COLUMN "status" SET DEFAULT 0;--> statement-breakpoint
ALTER TABLE "receipts" ADD COLUMN "first_status" integer;--> statement-breakpoint
ALTER TABLE "receipts" ADD COLUMN "kept" jsonb;
