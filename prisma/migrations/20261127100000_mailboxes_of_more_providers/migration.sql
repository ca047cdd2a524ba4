-- More spellings of one mailbox: Yahoo's tags after a hyphen (its names have none), Fastmail's subdomains
-- (`tag@name.fastmail.com` is `name+tag@fastmail.com`), and all domains of Yandex.
CREATE OR REPLACE FUNCTION mailbox_of(address text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
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

REINDEX INDEX accounts_by_mailbox;
