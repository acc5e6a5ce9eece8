/** Reviews of tech, music, play, sport, studio and pantry, one a line: stars, title, words. */
export const leisureReviews: Record<string, string> = {
  "wanderer-camera": `
4 I take it everywhere: One lens and I stopped worrying. Shutter is nearly silent.
5 Dials you can feel: Set it blind in my pocket. Colours straight from the camera are lovely.
4 Battery: 380 pictures in the cold, not 420. Still enough for a day.
3 No zoom: I knew, and yet I missed it at the school play.`,
  "reel-camcorder": `
4 Hears the stage: My neighbour's cough is not on the film. Zoom is steady enough on a railing.`,
  "matinee-projector": `
5 Cinema night: Sharp to the corners on our white wall. You do not hear the fan.`,
  "hush-headphones": `
5 The train vanished: Pressed the button in Hamburg and looked up in Munich.
5 Cushions clip off: New ones cost twelve euros. More of this, please.
3 Slightly tight: Eased after a week. Thirty hours is true.
4 Calls too: My boss says I sound like the radio.
2 Not for big heads: After an hour my ears hurt. The sound itself is very good.`,
  "harbour-radio": `
5 That knob: I tune it for pleasure. The forecast does sound better.
4 Sturdy: Fell off the shelf once. Radio fine, shelf not.
3 Digital is slow: Takes a few seconds to find a station. The knob is lovely, I agree.`,
  "booth-microphone": `
5 Loses the keyboard: Nobody hears me type any more.
4 Mute glows: Good idea, rather bright at night.`,
  "encore-microphone": `
5 Dropped it twice: Sings on. Switch makes no noise.`,
  "slate-laptop": `
5 Six screws: Put in more memory myself in ten minutes. Felt like a king.
4 Matt screen: Wrote half a thesis on the balcony.
3 Speakers are thin: Everything else is excellent. Fan almost never runs.`,
  "studio-desktop": `
4 One cable: Desk is empty for the first time since 2009. Calibration card is a nice touch.`,
  "tactile-keyboard": `
5 Soft clack: My office mate stopped sighing.
5 Three computers: Switch at the side, no menus. Letters look new after a year.
4 No number pad: I knew it. My wrists like the low profile.
3 Layout: I expected a full return key. Typing feels great.`,
  "pebble-mouse": `
5 For left-handers too: At last. The wheel is a little machine of its own.`,
  "ledger-printer": `
5 Never asked for an account: That alone is worth five stars.
3 Set-up: Filling the tanks is easy, the Wi-Fi took two tries.`,
  "dial-telephone": `
4 Real bells: My son runs to it every time. Works with my mobile as well.`,
  "clear-sky-telescope": `
5 Saturn: I shouted so loudly that the neighbours came out, and then they looked too.
4 Tripod light: Put a bag on it in wind. The list of twelve things is brilliant.`,
  "pond-microscope": `
5 A drop of pond: Two hours gone, nobody asked for a screen.`,
  "brass-compass": `
5 Settles fast: Four seconds, I counted. Engraved for my brother.`,
  "comet-guitar": `
5 Stays in tune: Bent it for an hour, still there. Set-up was perfect out of the bag.
3 Neck pickup sings: Bridge is a bit bright for me. Teal is stunning.
4 First guitar, at fifty: My fingers hurt and I am happy.`,
  "orchard-violin": `
5 Teacher approved: She played it for ten minutes and did not want to give it back.
4 New strings: I changed the E. Case is very good.`,
  "porch-banjo": `
5 Gentle: The open back keeps peace in the flat. The geared fifth peg is a gift.`,
  "midnight-saxophone": `
3 Low notes whisper: B flat speaks like nothing. The case wheels are small.`,
  "parade-trumpet": `
4 Bright: Easy up high. The neighbours have accepted the apology.`,
  "reed-flute": `
5 No squeaks: Third lesson and we can still live with it.`,
  "parlour-keyboard": `
5 Wooden keys: Feels like our old upright. Two headphones for lessons at night.
4 Heavy: Nine kilos, but it does not wander while playing.`,
  "tattoo-snare": `
4 Dry crack: Tuned it once. The throw-off is smooth.`,
  "courtyard-djembe": `
5 Bass in the middle: Arrived tuned and ready. Big sound for a small room.`,
  "fiesta-maracas": `
4 One is higher: As it should be. My toddler sleeps with them.`,
  "barnaby-bear": `
5 He sits: The sand in his feet works. Named him after my grandfather.
5 Washed four times: Embarrassed but whole, exactly as you write.
5 For a newborn: Nose is stitched, so I sleep as well.`,
  "dot-dinosaur": `
4 Neck in a fist: Carried by it for six weeks now and still upright.
3 Smaller than thought: Lovely knit. The lilac is pale.`,
  "pip-penguin": `
5 Bed warmer: Ten minutes on the radiator and then under the blanket.`,
  "ottilie-elephant": `
5 That trunk: Bend it and it stays. Ours is dark grey.`,
  "nesting-sisters": `
5 Bean-sized: We have nearly lost the smallest three times. Grain runs right through.`,
  "branch-line-engine": `
5 Rings when pushed: A real bell, not a beep. Fits our old tracks.
4 Strong magnets: Pulls nine wagons. Paint chipped on one edge.`,
  "carousel-horse": `
4 The waltz: Wound it up and grandmother cried a little.`,
  "first-abacus": `
4 Beads stay put: Counting before breakfast now.`,
  "moonshot-rocket": `
5 Landings practised: Two hundred or so. Ceiling unharmed.
4 Astronauts hide: One peg lives under the sofa. Well made.`,
  "fair-dice": `
4 Heavy and round: Six for the set is right. The leather cup slams well.`,
  "long-weekend-puzzle": `
5 So much green: It took a very long weekend. Pieces click.
4 Sent the lost piece: I photographed the hole and they cut one for me. Three weeks, but still.`,
  "club-chess-set": `
5 Felted feet: They glide. Two spare queens, someone thought about it.
4 Board folds: The seam is just visible in the oak.`,
  "tavern-dartboard": `
5 Heals overnight: And hardly a bounce out. Chalk included.`,
  "twin-stick-controller": `
4 No drift: Six months of a teenager and the sticks are dead centre.
4 Forty hours: True. The buttons are a little loud.
5 Grips swap: Mint for me, berry for her.`,
  "arcade-stick": `
4 The click: Worth every coin. Cable could be longer than two metres.`,
  "west-wind-kite": `
5 First try: Up in a breeze that hardly moved the grass.
5 Tail with three bows: Line did not tangle once. My niece is hooked.`,
  "orbit-yo-yo": `
4 Sleeps a minute: I do not, I practise. String broke after a month, spares included.`,
  "park-football": `
5 Stamped by the person who sewed it: We wrote to say thank you. The ball is excellent too.
4 Holds air: Pumped once since spring.
2 Too hard for the little ones: A serious ball, my six-year-old cried. Ordered a softer one elsewhere.`,
  "block-basketball": `
3 Grippy: Even on our dusty court. Strong rubber smell for a week.`,
  "shore-volleyball": `
4 Soft on arms: Played a whole summer. And it floats.`,
  "baseline-racket": `
5 Elbow is happy: The soft strings make a difference. Forgives late shots.
4 Large head: Took two matches to get used to. One ball is a joke, but a good one.`,
  "garden-badminton": `
3 Left it out once: Dew did nothing. The net stands by itself on grass.`,
  "lunch-break-bat": `
4 Office champion: Not any more, everyone has one now.`,
  "canal-bicycle": `
5 I see the water: Straight back, slow pace, clean trousers. Best thing I bought in years.
5 Built and tuned: Turned the handlebar, pumped, went. Honest instructions.
4 One gear: Fine in Ghent, hard work in Luzern.
5 Mint: Strangers smile at it.
3 Heavy on stairs: Fifteen kilos up two floors every evening. On the road it is a delight.`,
  "errand-scooter": `
4 Big wheels: Cobbles are bearable. Folds in one move, truly.`,
  "curb-skateboard": `
4 Ready to ride: Soft wheels, rough street, big grin.`,
  "boardwalk-skates": `
5 Eighties feeling: Quiet wheels and a heel that holds. Order your normal size.
3 Stiff suede: Two weeks of plasters, then good.`,
  "pond-ice-skate": `
5 Warm and sharp: Came sharpened. Hooks close with gloves on.`,
  "hillside-sled": `
5 Four children: And once a Christmas tree. Not a creak.
4 Hangs on the wall: In summer guests ask who made it.`,
  "ridge-lamp": `
4 Warm beam: Path does not look flat. Button is stiff, which keeps it off in the bag.`,
  "corner-boxing-glove": `
5 Thumb stays: No more sprains on the bag. Dry the next day.`,
  daybook: `
4 Flat: Next to the coffee, open, no hand needed. My fountain pen does not show through.
5 Numbered pages: I index everything now. Fourth one.
4 Two ribbons: I want three. Paper is superb.
2 Ribbon frayed: After a month one of the two ribbons came apart. Paper is good.`,
  "ring-notebook": `
3 Pages move: My lists do change their minds. Rings are a little tight.`,
  "cloth-bound-novel": `
5 Read by storm: A month each evening. Bound so well that it opens by itself.`,
  "field-guide-trilogy": `
5 Took the bog well: Mine fell in. Pages dried flat.
5 What it is mistaken for: That column settled three family arguments.`,
  "atlas-of-small-places": `
4 The best bench: We went to one of them, and it is.`,
  "counsel-ballpoint": `
5 One click: I now understand the price. Brass shows at the grip already.`,
  "inkwell-fountain-pen": `
5 First touch: After three weeks in a drawer it wrote at once.
4 Springy: Take the firm nib if you press hard.`,
  "number-two-pencil": `
4 No splinters: Even with my old sharpener. The tin holds my keys.`,
  "tailor-scissors": `
5 To the tip: Whispered through silk. Hidden from the children.`,
  "sable-brush": `
4 Holds a lake: Point comes back every time. Size medium is quite large.`,
  "plein-air-palette": `
5 Balanced: An hour on my thumb, no cramp. Colours wake quickly.`,
  "button-thread": `
4 Coat is safe: Button outlived the coat so far. Needle in the spool is neat.`,
  "shetland-yarn": `
5 Blooms: Washed my first mittens and they turned into clouds.
4 A bit of straw: Found a blade of grass in it. I found that charming.`,
  "heather-honey": `
5 On hard cheese: You were right. It is like a jelly of the moor.
5 Finished in a week: Ordered the big one now.
3 Strong: A bit bitter for the children. I like it.`,
  "hazelnut-bar": `
5 Whole nuts: Every piece has one. It melts before you bite, yes.`,
  "rye-cookies": `
4 Caramel note: Soft in the middle on day one, crisp by day four. Both good.`,
  "raspberry-cupcakes": `
4 Arrived upright: Six rings, six cakes, no tragedy. Sweet, but with real raspberries.`,
  "layer-cake": `
4 Served ten: And her name was spelled right, with the accent.
4 Cold delivery: Give it an hour before cutting. Apricot is lovely.`,
  "village-loaf": `
5 Day six toast: As promised. Close crumb, jam stays on.`,
  "butter-croissant": `
5 Sunday made: On a tray at night, and the house smells like Lyon in the morning.
3 Need space: They grow a lot, use two trays.`,
  "alpine-cheese": `
5 It crunches: Those crystals! Waited the hour, worth it.
4 Cut to order: My wedge was 240 g, but wrapped beautifully.`,
  "garden-tomatoes": `
5 One onion, some butter: Dinner. Nothing else to say.`,
  "cellar-sparkling": `
4 Dry end: At last an alcohol-free one that is not lemonade.`,
  "ribbon-box": `
4 Card by hand: My aunt thought I had written it. Everything inside was good.
5 Kept the box: Letters live in it now.
3 Quince is divisive: Half of the office loved it.`,
};
