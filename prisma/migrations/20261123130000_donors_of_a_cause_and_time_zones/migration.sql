-- The time zone that a person chose for the dashboard; null follows each browser.
ALTER TABLE "accounts" ADD COLUMN     "time_zone" TEXT;

-- The words of a donor's name, and the email, in lower case and without accents, each after the key of the cause: one index finds
-- them within one cause. A word that is too long for an index is cut.
CREATE FUNCTION donor_words(cause_key text, name text, email text) RETURNS tsvector LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT array_to_tsvector(coalesce(array_agg(DISTINCT cause_key || ' ' || left(word, 200)), '{}'))
    FROM regexp_split_to_table(lower(regexp_replace(
           normalize(coalesce(name, '') || ' ' || coalesce(email, ''), NFD), '[\u0300-\u036f]', '', 'g')), '\s+') AS word
   WHERE word <> ''
$$;

-- The donors of a cause with words that begin like all of these. A single letter has to be a word of its own.
CREATE FUNCTION donor_query(cause_key text, words text) RETURNS tsquery LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT string_agg('''' || replace(replace(cause_key || ' ' || left(word, 200), '\', '\\'), '''', '''''') || '''' ||
                    CASE WHEN length(word) > 1 THEN ':*' ELSE '' END, ' & ')::tsquery
    FROM regexp_split_to_table(lower(regexp_replace(normalize(words, NFD), '[\u0300-\u036f]', '', 'g')), '\s+') AS word
   WHERE word <> ''
$$;

CREATE INDEX payments_by_donor_of_cause ON payments USING gin (donor_words(cause_key, donor_name, donor_email))
 WHERE state = 'approved' AND donor_anonymous IS NOT TRUE AND (donor_name IS NOT NULL OR donor_email IS NOT NULL);
