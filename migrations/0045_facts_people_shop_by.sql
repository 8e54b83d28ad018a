-- Immutable, as a generated column requires: PostgreSQL's own array_to_string is only stable. An empty value ends each list.
CREATE FUNCTION "facts_key"(intentions text[], zodiac text[], planets text[], chakras text[]) RETURNS text
LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
begin
  return array_to_string(intentions || ''::text || zodiac || ''::text || planets || ''::text || chakras || ''::text, ';');
end
$$;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "facts_key" text GENERATED ALWAYS AS (facts_key(intentions, zodiac, planets, chakras)) STORED NOT NULL;--> statement-breakpoint
CREATE INDEX "products_facts" ON "products" USING gin ("intentions","zodiac","planets","chakras");