-- module: catalogue
-- How search reads text, the same for what is indexed and what is typed. plain-text.ts of the server does the same for
-- the words of languages.

-- Lower case without accents. Also without what unaccent leaves: the vowel points and the tatweel of Arabic and Hebrew,
-- joiners, and the differences between forms of an Arabic letter, of the Greek sigma, and of digits.
create or replace function plain_words(words text) returns text
  language sql immutable parallel safe strict
  as $$
    select translate(translate(
      lower(public.unaccent('public.unaccent', regexp_replace(
        normalize(translate(words, U&'\2122\00AE\00A9\2120', '    '), NFKC),
        U&'[\00AD\0300-\036F\0591-\05BD\05BF\05C1\05C2\05C4\05C5\05C7\0640\064B-\065F\0670\200B-\200D\2060\FEFF]',
        '', 'g'
      ))),
      U&'\0623\0625\0622\0671\0649\06CC\0626\0624\0629\06C1\06BE\06A9\03C2',
      U&'\0627\0627\0627\0627\064A\064A\064A\0648\0647\0647\0647\0643\03C3'
    ),
      U&'\0660\0661\0662\0663\0664\0665\0666\0667\0668\0669\06F0\06F1\06F2\06F3\06F4\06F5\06F6\06F7\06F8\06F9'
        || U&'\0966\0967\0968\0969\096A\096B\096C\096D\096E\096F\0E50\0E51\0E52\0E53\0E54\0E55\0E56\0E57\0E58\0E59',
      '0123456789012345678901234567890123456789'
    )
  $$;

-- Splits a text into search words: lowercase, without accents, letters and digits only; apostrophes join (men's, mens).
-- Vowel signs and tone marks of Indian and Southeast Asian scripts, which are no letters for PostgreSQL, belong to words.
create or replace function words_of(words text) returns text[]
  language sql immutable parallel safe strict
  as $$
    select array_remove(
      regexp_split_to_array(
        translate(public.plain_words(words), U&'''\2019\2018\02BC\02BB\05F3`', ''),
        U&'[^[:alnum:]\0900-\0963\0966-\0DF3\0E01-\0E3A\0E40-\0E4E\0E50-\0E59\0E81-\0EDF\0F00-\0F03\0F18-\0FBC'
          || U&'\1000-\1049\1050-\109F\1780-\17D3]+'
      ),
      ''
    )
  $$;

-- The words by which a text is found: its own, those after an elided article (l'été: lete, ete), and the ends of words of
-- scripts without blanks, so that each part of them is the beginning of one (電動自転車: 自転車).
create function indexed_words(words text) returns text[]
  language sql immutable parallel safe strict
  as $$
    select public.words_of(words) || array(
      select part[1]
      from regexp_matches(
        public.plain_words(words),
        U&'(?:^|[^[:alnum:]])(?:[cdjlmnst]|qu|un|all|dall|dell|nell|sull)[''\2019\2018`]([[:alnum:]]{2,})',
        'g'
      ) as part
    ) || array(
      select substr(word, at)
      from unnest(public.words_of(words)) as word
      cross join lateral generate_series(2, least(length(word), 24)) as at
      where word ~ U&'[\0E01-\0EDF\1000-\109F\1780-\17D3\3040-\30FF\3400-\9FFF\AC00-\D7AF\F900-\FAFF]'
    )
  $$;

create function words_vector(words text) returns tsvector
  language sql immutable parallel safe
  as $$
    select coalesce(string_agg(quote_literal(word) || ':1', ' '), '')::tsvector
    from unnest(public.indexed_words(words)) as word
  $$;

-- What the dashboard's lists look for: products with words that begin with each of the typed ones; null without any.
create function words_query(words text) returns tsquery
  language sql immutable parallel safe strict
  as $$
    select string_agg(quote_literal(word) || ':*', ' & ')::tsquery
    from unnest(public.words_of(words)) as word
  $$;

-- SKUs and barcodes as people type them: in any case, with or without hyphens, dots, slashes and blanks.
create function plain_code(code text) returns text
  language sql immutable parallel safe strict
  as $$ select translate(lower(normalize(code, NFKC)), ' -_./', '') $$;
create index variations_plain_sku on variations using gin (plain_code(sku) gin_trgm_ops) where deleted_at is null;
create index variations_plain_barcode on variations using gin (plain_code(barcode) gin_trgm_ops)
  where deleted_at is null;

-- One brand has one spelling.
update products set brand = normalize(brand, NFC) where brand is not NFC normalized;

-- Their words are computed again by a job.
insert into stale_products (product_id) select id from products where deleted_at is null;
