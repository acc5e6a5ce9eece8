-- module: accounts
-- Usernames in the form that they are typed and compared in (NFC). One that looks like another's stays as it is.
update users u
set username = normalize(username, nfc)
where username is not null and username is not nfc normalized
  and not exists (select from users o where lower(o.username) = lower(normalize(u.username, nfc)) and o.id <> u.id);
