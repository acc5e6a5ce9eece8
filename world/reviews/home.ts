/** Reviews of things for the home, one a line: stars, title, words. */
export const homeReviews: Record<string, string> = {
  "first-light-cup": `
5 Warm to the last sip: The thick foot works. Two of ours differ slightly and I love that.
4 One finger and a thumb: The handle fits my hand as if measured.
4 Small for filter coffee: Made for espresso and flat white, not for a mug drinker.`,
  "round-robin-teapot": `
5 Not one drop: Tested it in front of my sceptical mother-in-law.
4 Strainer is fine: Very small leaves get through, rooibos for instance. The sage glaze is a joy.
5 Lid stays on: Even when you pour the last cup upside down, nearly.
5 Housewarming: Gave it as a present and was served tea from it at once.
2 Lid chipped: In the first week, in the dishwasher. Maybe wash it by hand.`,
  "steam-tea-bowl": `
4 No burnt fingers: Double wall does its work. The coaster wants oil now and then.`,
  "snow-carafe-set": `
5 One blue line: So simple. We use it for milk at breakfast and for sake at night.`,
  "ember-skillet": `
4 Eggs slide after a month: Patience, oil, no soap. Now nothing sticks.
5 Oven to table: The handle angle is kind to short people.
3 Rusted on day two: My fault, I left it wet. Scrubbed it, seasoned it, fine since.`,
  "sunday-pot": `
5 Even heat: Lentils no longer catch at the edges.
4 Litre marks: Inside, stamped, so useful. Lid gets hot.`,
  "plaza-paella-pan": `
5 The crust: We fought for it, as promised.`,
  "chalet-fondue": `
4 Cheese keeps moving: No scorching. I lost my bread twice and did the dishes.
5 A whole evening in a box: The recipe for four feeds four.`,
  "market-knife": `
4 Falls through onions: I cry less, really. Rounded spine is a detail you feel every time.
5 Free sharpening is real: Sent it in spring, back in five days like new.
4 Respect it: Carbon steel stains, read the card first.`,
  "long-table-place-setting": `
5 Twelve in a straight pile: And no grey marks from knives after a year.
4 Warm white: Check that your other plates are not cold white.`,
  "plain-fork-and-knife": `
5 Balance on a finger: I tried it at the table. They do.`,
  "porridge-bowl": `
5 A corner for berries: Sounds silly until you have one.
4 Spoon included: Did not expect that. Bowl is deep enough for soup.`,
  "lacquer-chopsticks": `
4 Noodles stay: The tips are rough in just the right place.`,
  "vesper-glass": `
3 Thin but brave: One of six broke in a year of dishwashers.
5 One shape for all: We gave away the other twelve glasses.`,
  "aperitivo-glass": `
4 Steady: Even after the second one, as they claim. Rim is wide, careful when walking.`,
  "sea-salt-shaker": `
5 Flakes come out: Holes are big enough, at last.`,
  "larder-jar": `
5 Pencil on glass: Write, wipe, write. My shelf has never been so tidy.
5 One lid for all: Three sizes and I never search for the right lid.
4 Rubber smells at first: Gone after a hot wash.
2 One arrived broken: Two of three were fine. Replacement came in four days, still a nuisance.`,
  "plank-chair": `
4 Four hours at dinner: Nobody asked for a cushion.
5 Stacks four high: We bought eight, they live in one corner.
4 Mustard is bold: Braver than on my screen, but the guests love it.
4 Solid joints: My children rock on them and nothing moves.`,
  "reading-corner": `
5 Through a 70 cm door: It did! The lamp reaches exactly over the left shoulder.`,
  "lull-bed": `
5 No creak: After years of sighing slats, silence.
4 Three parcels: I carried them alone up four floors. Thirty minutes to build.`,
  "loft-ladder": `
4 Towels and one cat: Leather pads leave no marks on the wall.`,
  "petal-mirror": `
5 Like soap: The waxed frame wants to be touched. Makes our hallway bigger.`,
  "vigil-candle": `
4 Smells of hay: Very quietly. Burns straight down to the end.
3 Forty hours, nearly: I counted thirty-seven. Still the best I know.`,
  "filament-bulb": `
4 Warm glow: Very amber, for evenings rather than reading.`,
  "festival-lantern": `
5 Survived a shower: Left it in the apple tree overnight, it dried by noon.
3 Folds once: Refolding it flat took two of us.`,
  "attica-amphora": `
5 Ten branches: Stands firm without anything inside. The meander is cut by hand, you can tell.`,
  "mantel-clock": `
5 Eight days: I wind it on Sundays. The lever to silence it saved our guests.`,
  "station-clock": `
5 Silent at last: It hangs over my bed.
4 Clear face: Readable from the other end of the kitchen. No battery included.`,
  "three-minute-glass": `
4 Teeth are brushed: Three minutes without a debate. For eggs we turn it twice.`,
  "hillside-print": `
4 Morning on the wall: Six colours and each is needed. Frame came with a tiny spirit level.`,
  "forage-basket": `
5 Firewood and mushrooms: The handle goes under the base, so it never sags.
5 Smells of willow: A month later it still does a little.`,
  "window-sprout": `
5 Arrived happy: Moss still wet, not a leaf lost. Two new ones since.
4 Sent a second one: The first was frosted on the way. Replacement without a question.
5 Office proof: East window, water on Sundays, grows.`,
  "patient-cactus": `
4 Forgives: I was away for five weeks. It had not noticed.`,
  "market-bouquet": `
5 Twelve days: I changed the water and cut the stems, as the card says.
4 Surprise each week: Got peonies once and asters once. Both lovely.
2 A day late: Flowers were fine, but the birthday was yesterday.`,
  "dutch-tulips": `
5 Second spring: They came back, and more of them.`,
  "dooryard-bucket": `
5 Grandmother's bucket: Exactly that sound when you put it down.`,
  "yard-broom": `
4 Wet leaves beware: Stiff as promised. The handle was a bit long for me.`,
  "bench-hammer": `
5 Balance: Holds itself. Drove four hundred nails into a shed.
4 For life: My father has had one since 1979. Now I do.`,
  "ring-spanner": `
4 Slim jaws: Reaches the bolt behind my boiler. Size marks are easy to read.`,
  "cabinet-screwdriver": `
5 Does not roll off: Small thing, big joy.`,
  "tenon-saw": `
5 True as a ruler: Cut my first dovetails with it. Sharp from the box.`,
  "trunk-toolbox": `
3 Proper clasps: Takes a padlock. Heavy when full, of course.
5 The red one: Looks good enough to leave in the living room.`,
  "bench-clamp": `
5 A third hand: Square thread runs like butter.`,
};
