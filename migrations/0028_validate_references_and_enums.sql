-- Old rows that break a constraint do not stop the start: the constraint stays not valid and the doctor reports it.
-- Sessions of experts that were deleted before "appointments_of_known_expert" are known and stay.
DO $$
DECLARE
	found record;
BEGIN
	FOR found IN
		SELECT conrelid::regclass AS "table", conname AS "name" FROM pg_constraint
		WHERE NOT convalidated AND connamespace = 'public'::regnamespace AND conname <> 'appointments_of_known_expert'
	LOOP
		BEGIN
			EXECUTE format('ALTER TABLE %s VALIDATE CONSTRAINT %I', found.table, found.name);
		EXCEPTION WHEN check_violation OR foreign_key_violation THEN
			RAISE WARNING '%', SQLERRM;
		END;
	END LOOP;
END $$;
