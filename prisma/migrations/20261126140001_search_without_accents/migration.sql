-- What names and titles are searched by: letters without case and accents, whatever the database's locale. `Ø` and its like have
-- no accent to take off.
CREATE FUNCTION search_key(words text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
  RETURN translate(regexp_replace(normalize(casefold(normalize(words, NFD) COLLATE pg_unicode_fast), NFD), '[\u0300-\u036f]', '', 'g'),
                   'øłđħı', 'oldhi') COLLATE "default";

DROP INDEX payments_by_donor_name;
CREATE INDEX payments_by_donor_name ON payments (search_key(donor_name) text_pattern_ops) WHERE donor_name IS NOT NULL;
DROP INDEX accounts_by_name;
CREATE INDEX accounts_by_name ON accounts (search_key(name) text_pattern_ops);
CREATE INDEX api_keys_by_name ON api_keys (search_key(name)) WHERE name <> '';
DROP INDEX causes_title_words;
CREATE INDEX causes_title_words ON causes USING gin (to_tsvector('simple', search_key(title)));

-- Accounts are searched by the spelling of an address by which they are found.
DROP INDEX accounts_by_email;
CREATE INDEX accounts_by_email ON accounts (lower(email_key) text_pattern_ops);

-- The words of a donor's name, and the email, each after the key of the cause. A word that is too long for an index is cut. Both
-- functions are bound to search_key() now: when an index is built, their schema is not searched.
CREATE OR REPLACE FUNCTION donor_words(cause_key text, name text, email text) RETURNS tsvector LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN (SELECT array_to_tsvector(coalesce(array_agg(DISTINCT cause_key || ' ' || left(word, 200)), '{}'))
            FROM regexp_split_to_table(search_key(coalesce(name, '') || ' ' || coalesce(email, '')), '\s+') AS word
           WHERE word <> '');

CREATE OR REPLACE FUNCTION donor_query(cause_key text, words text) RETURNS tsquery LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN (SELECT string_agg('''' || replace(replace(cause_key || ' ' || left(word, 200), '\', '\\'), '''', '''''') || '''' ||
                            CASE WHEN length(word) > 1 THEN ':*' ELSE '' END, ' & ')::tsquery
            FROM regexp_split_to_table(search_key(words), '\s+') AS word
           WHERE word <> '');

REINDEX INDEX payments_by_donor_of_cause;
