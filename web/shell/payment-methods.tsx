/** The ways to pay, as one picture: a card, a bank, a wallet on the phone, and cash at the door. */
export const PaymentMethods = () => (
  <svg
    role="img"
    aria-label="Ways to pay: card, bank transfer, phone wallet and cash on delivery"
    viewBox="0 0 212 32"
    className="h-8 w-auto text-muted"
    fill="none"
    stroke="currentColor"
    strokeWidth="1.5"
    strokeLinecap="round"
    strokeLinejoin="round"
  >
    {[0, 55, 110, 165].map((x) => (
      <rect key={x} x={x + 0.75} y="0.75" width="45.5" height="30.5" rx="5" strokeOpacity="0.45" strokeWidth="1" />
    ))}
    <path d="M13.5 10.5h20a2 2 0 0 1 2 2v8a2 2 0 0 1-2 2h-20a2 2 0 0 1-2-2v-8a2 2 0 0 1 2-2Zm-2 4h24m-20 4.5h4" />
    <path d="M67.5 22.5h22m-20-3.500v-5m6 5v-5m6 5v-5m6 5v-5m-21-2 12-5 12 5Z" />
    <path d="M129 8.500h9a1.5 1.5 0 0 1 1.5 1.500v12a1.5 1.5 0 0 1-1.5 1.500h-9a1.5 1.5 0 0 1-1.5-1.500v-12a1.5 1.5 0 0 1 1.5-1.500Zm3.5 12h2" />
    <path d="M120.5 12.500a6 6 0 0 0 0 7m26-7a6 6 0 0 1 0 7" />
    <path d="M178 10.500h20a1.5 1.5 0 0 1 1.5 1.500v9a1.5 1.5 0 0 1-1.5 1.500h-20a1.5 1.5 0 0 1-1.5-1.500v-9a1.5 1.5 0 0 1 1.5-1.500Zm2.5 3h.01m15 6h.01" />
    <circle cx="188" cy="16.5" r="2.75" />
  </svg>
);
