-- module: accounts
-- A sign-in takes along the cart of the provisional account that is signed in on its device.
create index sessions_of_devices on sessions (device_hash) where revoked_at is null;
