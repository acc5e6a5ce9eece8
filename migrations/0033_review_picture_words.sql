-- module: reviews
-- Pictures of reviews said whose they are in words of their own, and went on to when the account was gone. They say it by the review now.
update images set alt = '' where id in (select image_id from review_pictures);
