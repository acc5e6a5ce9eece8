/** Where carriers show a shipment; `{}` stands for its number. */
const carriers: readonly (readonly [RegExp, string])[] = [
  [/\bdhl\b/i, "https://www.dhl.com/global-en/home/tracking.html?tracking-id={}"],
  [/\bups\b/i, "https://www.ups.com/track?tracknum={}"],
  [/\bfed ?ex\b/i, "https://www.fedex.com/fedextrack/?trknbr={}"],
  [/\busps\b/i, "https://tools.usps.com/go/TrackConfirmAction?tLabels={}"],
  [/\bdpd\b/i, "https://tracking.dpd.de/status/en_US/parcel/{}"],
  [/\bgls\b/i, "https://gls-group.eu/track/{}"],
  [/\b(hermes|evri)\b/i, "https://www.myhermes.de/empfangen/sendungsverfolgung/sendungsinformation/#{}"],
  [/\broyal mail\b/i, "https://www.royalmail.com/track-your-item#/tracking-results/{}"],
  [/\b(post ?nl)\b/i, "https://postnl.nl/tracktrace/?B={}"],
  [/\bpost\.?at|österreichische post|austrian post/i, "https://www.post.at/sv/sendungsdetails?snr={}"],
  [/\b(swiss post|schweizerische post|die post)\b/i, "https://service.post.ch/ekp-web/ui/entry/search/{}"],
  [/\b(colissimo|la poste)\b/i, "https://www.laposte.fr/outils/suivre-vos-envois?code={}"],
];

/** The page of the carrier for a tracking number; undefined if the carrier is not known. */
export function trackingLink(
  carrier: string | null | undefined,
  number: string | null | undefined,
): string | undefined {
  const code = number?.replace(/\s/g, "");
  const [, link] = carriers.find(([name]) => name.test(carrier ?? "")) ?? [];
  return code && link ? link.replace("{}", encodeURIComponent(code)) : undefined;
}
