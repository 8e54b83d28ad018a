-- Immutable, as a generated column requires: PostgreSQL's own array_to_string is only stable. The collation makes the
-- result the same in every locale; accents are gone before it. Plain ASCII, which most names are, has a shortcut.
CREATE FUNCTION "search_facts"(texts text[]) RETURNS text LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
declare
  joined text := array_to_string(texts, E'\n');
begin
  if octet_length(joined) > length(joined) then
    joined := normalize(regexp_replace(normalize(joined, NFD), '[\u0300-\u036f]+', '', 'g'), NFC);
  end if;
  return lower(joined collate "C");
end
$$;--> statement-breakpoint
CREATE TABLE "unfound_searches" (
	"term" text PRIMARY KEY NOT NULL,
	"count" integer NOT NULL,
	"last_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "search_facts" text GENERATED ALWAYS AS (search_facts(array[category, sub_category, stone, material, size, origin_country, certificate] || intentions || zodiac || planets || chakras)) STORED NOT NULL;--> statement-breakpoint
CREATE INDEX "products_facts_search" ON "products" USING gin ("search_facts" gin_trgm_ops);