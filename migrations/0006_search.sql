-- Records with accents are found without them too: their text stands there once more, as catalogue/search.ts writes it.
UPDATE "products" SET "search_text" = "search_text" || E'\n\n' || "folded"."text"
FROM (
	SELECT "id", normalize(regexp_replace(normalize("search_text", NFD), '[\u0300-\u036f]+', '', 'g'), NFC) AS "text" FROM "products"
) "folded"
WHERE "folded"."id" = "products"."id" AND "folded"."text" <> "products"."search_text";--> statement-breakpoint
UPDATE "courses" SET "search_text" = "search_text" || E'\n\n' || "folded"."text"
FROM (
	SELECT "id", normalize(regexp_replace(normalize("search_text", NFD), '[\u0300-\u036f]+', '', 'g'), NFC) AS "text" FROM "courses"
) "folded"
WHERE "folded"."id" = "courses"."id" AND "folded"."text" <> "courses"."search_text";--> statement-breakpoint
UPDATE "experts" SET "search_text" = "search_text" || E'\n\n' || "folded"."text"
FROM (
	SELECT "id", normalize(regexp_replace(normalize("search_text", NFD), '[\u0300-\u036f]+', '', 'g'), NFC) AS "text" FROM "experts"
) "folded"
WHERE "folded"."id" = "experts"."id" AND "folded"."text" <> "experts"."search_text";--> statement-breakpoint
UPDATE "blogs" SET "search_text" = "search_text" || E'\n\n' || "folded"."text"
FROM (
	SELECT "id", normalize(regexp_replace(normalize("search_text", NFD), '[\u0300-\u036f]+', '', 'g'), NFC) AS "text" FROM "blogs"
) "folded"
WHERE "folded"."id" = "blogs"."id" AND "folded"."text" <> "blogs"."search_text";
