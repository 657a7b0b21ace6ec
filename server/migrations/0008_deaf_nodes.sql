CREATE TABLE "deaf_nodes" (
	"node_id" uuid PRIMARY KEY NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL
);
