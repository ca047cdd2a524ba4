-- What text is found by. Indexes use these functions, so they come before the tables.

-- What names and titles are searched by: letters without case and accents, whatever the database's locale. `Ø` and its like have
-- no accent to take off.
CREATE FUNCTION search_key(words text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
  RETURN translate(regexp_replace(normalize(casefold(normalize(words, NFD) COLLATE pg_unicode_fast), NFD), '[\u0300-\u036f]', '', 'g'),
                   'øłđħı', 'oldhi') COLLATE "default";

-- The words of a donor's name, and the email, each after the key of the cause: one index finds them within one cause. A word
-- that is too long for an index is cut. Its body is bound to search_key() now: when an index is built, no schema is searched.
CREATE FUNCTION donor_words(cause_key text, name text, email text) RETURNS tsvector LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN (SELECT array_to_tsvector(coalesce(array_agg(DISTINCT cause_key || ' ' || left(word, 200)), '{}'))
            FROM regexp_split_to_table(search_key(coalesce(name, '') || ' ' || coalesce(email, '')), '\s+') AS word
           WHERE word <> '');

-- The donors of a cause with words that begin like all of these. A single letter has to be a word of its own.
CREATE FUNCTION donor_query(cause_key text, words text) RETURNS tsquery LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN (SELECT string_agg('''' || replace(replace(cause_key || ' ' || left(word, 200), '\', '\\'), '''', '''''') || '''' ||
                            CASE WHEN length(word) > 1 THEN ':*' ELSE '' END, ' & ')::tsquery
            FROM regexp_split_to_table(search_key(words), '\s+') AS word
           WHERE word <> '');

-- Addresses of one mailbox: what follows a plus is the sender's choice, some providers ignore dots and other separators or have
-- several domains. Yahoo's tags follow a hyphen (its names have none), and `tag@name.fastmail.com` is `name+tag@fastmail.com`.
-- lib/policy/same-person.ts compares people by it.
CREATE FUNCTION mailbox_of(address text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE
    WHEN domain IN ('gmail.com', 'googlemail.com') THEN replace(local, '.', '') || '@gmail.com'
    WHEN domain IN ('proton.me', 'protonmail.com', 'protonmail.ch', 'pm.me') THEN regexp_replace(local, '[._-]', '', 'g') || '@proton.me'
    WHEN domain IN ('icloud.com', 'me.com', 'mac.com') THEN local || '@icloud.com'
    WHEN domain ~ '^(ya\.ru|yandex\.((com?\.)?[a-z]{2}|com))$' THEN replace(local, '.', '-') || '@yandex.ru'
    WHEN domain ~ '^(yahoo\.(com?\.)?[a-z]{2,3}|ymail\.com|rocketmail\.com)$' THEN regexp_replace(local, '(.)-.*$', '\1') || '@' || domain
    WHEN domain ~ '^[^.]+\.fastmail\.[a-z.]+$' THEN split_part(domain, '.', 1) || '@' || substr(domain, strpos(domain, '.') + 1)
    ELSE local || '@' || domain
  END
  FROM (SELECT regexp_replace(split_part(lower(address), '@', 1), '(.)\+.*$', '\1'), split_part(lower(address), '@', 2)) AS part (local, domain)
$$;
