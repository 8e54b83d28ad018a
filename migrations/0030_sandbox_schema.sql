-- The sandbox's tables leave the schema "public": a shop that has sandbox payments keeps them in the schema "sandbox".
-- Any other shop drops the tables; with PAYMENTS=sandbox its start runs sandbox/create.sql.
DO $$
DECLARE
	found record;
BEGIN
	IF NOT EXISTS (SELECT FROM "sandbox_orders") THEN
		DROP TABLE "sandbox_disputes", "sandbox_refunds", "sandbox_payments", "sandbox_orders";
		RETURN;
	END IF;
	CREATE SCHEMA "sandbox";
	ALTER TABLE "sandbox_orders" SET SCHEMA "sandbox";
	ALTER TABLE "sandbox_payments" SET SCHEMA "sandbox";
	ALTER TABLE "sandbox_refunds" SET SCHEMA "sandbox";
	ALTER TABLE "sandbox_disputes" SET SCHEMA "sandbox";
	-- Tables, constraints and the other indexes lose the prefix of their names.
	FOR found IN
		SELECT oid::regclass AS "table", replace(relname, 'sandbox_', '') AS "name" FROM pg_class
		WHERE relnamespace = 'sandbox'::regnamespace AND relkind = 'r'
	LOOP
		EXECUTE format('ALTER TABLE %s RENAME TO %I', found.table, found.name);
	END LOOP;
	FOR found IN
		SELECT conrelid::regclass AS "table", conname AS "old", replace(conname, 'sandbox_', '') AS "name" FROM pg_constraint
		WHERE connamespace = 'sandbox'::regnamespace
	LOOP
		EXECUTE format('ALTER TABLE %s RENAME CONSTRAINT %I TO %I', found.table, found.old, found.name);
	END LOOP;
	FOR found IN
		SELECT oid::regclass AS "index", replace(relname, 'sandbox_', '') AS "name" FROM pg_class
		WHERE relnamespace = 'sandbox'::regnamespace AND relkind = 'i' AND relname LIKE 'sandbox\_%'
	LOOP
		EXECUTE format('ALTER INDEX %s RENAME TO %I', found.index, found.name);
	END LOOP;
END $$;
