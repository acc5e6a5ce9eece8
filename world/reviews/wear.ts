/** Reviews of what one wears, one a line: stars, title, words. */
export const wearReviews: Record<string, string> = {
  "tideway-runner": `
5 Forgot I had them on: Ran my first ten kilometres in years and my knees never complained. The knit breathes even in July.
5 Second pair: The first pair did about 800 km before the heel went flat. Bought the navy ones this time.
4 Light but not for trails: Wonderful on pavement, slippery on wet leaves. Fits exactly as the table says.
3 Chalk gets dirty: Lovely shoe, but I should have taken a darker colour. They do wash well by hand.`,
  "aldgate-derby": `
4 Softer every week: Stiff for four days, then perfect. The leather smells like my grandfather's workshop.
4 Go half a size down: They run large, as the description warns. Exchange took three days.`,
  "petal-flat": `
5 Lives in my handbag: Really does fold in half. I change under the desk before meetings.
4 Thin sole: Beautiful line and no blisters, but you feel the cobbles.`,
  "evening-pump": `
3 Danced until two: Nine centimetres and I could still walk home. A bit narrow at the toes.
3 Gorgeous, narrow: If your foot is wide, leave them. The red is deeper than in the picture.`,
  "crag-boot": `
5 Dry after six hours of bog: Crossed a stream above the ankle by accident and stayed dry. Heavy, but so reassuring.
5 Resoled already: Sent them in after two winters, came back like new for sixty euros.
4 Needs breaking in: Two short walks first, then they are fine. The rubber rand is a clever idea.`,
  "harbour-boot": `
5 On before the kettle boils: The elastic at the back makes all the difference. Good over jeans.
4 A touch wide at the calf: Leather is superb. I wear thick socks and it works.`,
  "lido-slide": `
4 Grip on wet tiles: I slip in everything else at the pool, not in these.
4 Takes a day: The strap pinched on the first day only.`,
  "barre-slipper": `
5 Straight to class: Elastic already sewn on. My teacher asked where they are from.
3 Sofa shoes now: Half a size up was not enough for me, but they are very comfortable at home.`,
  "field-tee": `
5 Finally a tee that stays square: Washed it a dozen times, side seams are where they were.
5 Bought all four: Thick cotton, not see-through, good at the neck.
4 Warm for August: Perfect from September on. The stripe is really knitted in.
5 My husband's uniform: He owns five and refuses anything else.`,
  "lantern-blouse": `
4 Dries overnight: Took only this to Rome for four days. No iron needed.
3 A little sheer in blush: The blue one is denser. Beautiful sleeves.`,
  "relay-vest": `
5 Weighs nothing: And the stripe really lights up in headlights, a driver told me.`,
  "orchard-dress": `
5 It has pockets: And it swings. Wore it to two weddings and to work.
5 Perfect waist: The lining means no slip underneath. Green is a true forest.
4 Iron it: Poplin creases in a suitcase, otherwise faultless.`,
  "morning-robe": `
5 Sunday, in cloth: Light as a breath, and the print is a little uneven in the nicest way.`,
  "lane-jeans": `
4 Proper denim: Heavy, dark, and after three months exactly mine.
3 Long in the leg: Had them hemmed for eight euros. Pockets are deep.
5 Free repair worked: Tore a knee on a fence; they mended it without asking a thing.
2 Too stiff for me: Good quality, but I gave up after two weeks and sent them back.
1 Wrong size twice: The jeans may be fine, I never got to try them in my size. Refund was quick at least.`,
  "drift-shorts": `
5 From sea to bar: Twenty minutes on the railing, as promised.
4 Key loop is gold: Slightly short on tall people.`,
  "cove-swimsuit": `
5 Stays put: Eighty lengths, no adjusting. At last.
4 Firm: Takes some effort to get into, which is the point, I suppose.`,
  "camden-coat": `
5 The coat I will be remembered in: Rain runs off, wind stays out, and it hangs beautifully.
4 Worth the wait: Sold out in camel when I wanted it, came back in October. No regrets.
3 Heavy: You know you are wearing it. The back vent is a blessing on stairs.`,
  "atelier-coat": `
5 Clay, glaze, bleach: Has survived all three in my pottery.
4 Sleeves generous: I turn them once. Pencil pocket is exactly right.`,
  "beacon-vest": `
4 Seen: Goes over my winter jacket with room to spare. Packs tiny.`,
  "pavilion-cap": `
5 Right shape at last: Soft crown that does not stand up like a cake tin.
4 Nice buckle: Brass has gone dull already, which I like.`,
  "veranda-hat": `
5 Shade for two: Wide brim, does not blow off thanks to the cord inside.`,
  "loch-scarf": `
5 Two metres of comfort: Wraps twice and still hangs. No itch at all.
4 Gift that stayed with me: Meant for my mother. Bought another.
3 Sheds a bit at first: For a week there was red fluff on my coat, then it stopped.`,
  "hollow-gloves": `
4 Touchscreen works: Thumb better than finger. Warm to about zero degrees.
5 Thin and warm: I can tie my laces and answer the phone.`,
  "cabin-socks": `
5 Feet say thanks: Flat toe seam, stays up, still thick after thirty washes.
5 Every Christmas: The whole family gets them now.
3 A bit tight on 44: Warm and well made, but the large is not very large.`,
  "switchback-pack": `
5 No dangling straps: The bright lining is so simple and so useful.
4 Rain test passed: Forty minutes by bike in a storm, laptop dry.
4 Wish for a bottle pocket: Otherwise the best city pack I have had.
5 Looks better old: The wax creases are lovely after half a year.`,
  "mercer-bag": `
5 Stands by itself: Those four feet! And the key strap, I use it every day.
4 Heavier than expected: Bridle leather is what it is. Stitching is flawless.`,
  "clasp-purse": `
5 The click: My daughter opens and closes it all day.`,
  "notary-briefcase": `
5 For my first case as a lawyer: Stiff and pale, exactly as described. Ask me again in twenty years.`,
  "transit-case": `
4 Silent wheels: Nobody turned round at six in the morning in our street.
5 Handle replaced in minutes: Airline bent it; they sent a new one with two screws.
4 Shell scratches: It does, but the ribs hide it. Size medium fits a week.
2 Lock stuck once: Support explained how to reset it, still annoying at the gate.
2 Zip caught: The lining got into the zip on the second trip. It was repaired, but I had to travel without it.`,
  "riviera-shades": `
5 Like a good door: The hinges really do close with that feeling. No glare on the water.
4 Slide a little: On a narrow nose they need adjusting; the optician did it free.
5 Lost them, bought them again: That says it all.`,
  "reader-frames": `
5 Friends ask: People think they are expensive. I see the menu again.
4 Case is soft: A felt sleeve only, but the glasses are feather-light.`,
  "north-wall-goggles": `
4 Flat light hero: Saw every bump on a grey day. Strap grips my helmet.
4 Over my glasses: First goggles that fit over them without pressing.`,
  "solstice-ring": `
5 She said yes: The blue is like cold water. Resizing took a week.`,
  "meridian-watch": `
5 Quiet company: I put my ear on it before I sleep. Loses four seconds a day.
5 Size is perfect: Thirty-eight millimetres suits my wrist and my wife's.
3 Strap first, then love: The textile strap was stiff for a week. Swapped without tools, as they say.`,
  "tidal-beads": `
4 Warm to the touch: Knotted between every bead, so none can run away.`,
};
