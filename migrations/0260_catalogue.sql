-- module: catalogue

-- The words by which a text is found, as before, and words joined by hyphens as one (co-op: coop).
create or replace function indexed_words(words text) returns text[]
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
    ) || array(
      select translate(part[1], U&'-\2010', '')
      from regexp_matches(public.plain_words(words), U&'([[:alnum:]]+(?:[-\2010][[:alnum:]]+)+)', 'g') as part
      where length(part[1]) <= 40
    )
  $$;

-- Their words are computed again by a job.
insert into stale_products (product_id)
select id from products where deleted_at is null;
