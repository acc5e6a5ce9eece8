import { decimalText } from "#contract/formats/currency-decimals.ts";
import "uplot/dist/uPlot.min.css";
import { useEffect, useRef } from "react";
import uPlot from "uplot";
import type { DashboardSummary } from "#contract/dashboard/dashboard.ts";
import { subscribeTheme } from "#web/ui/layout/theme.ts";
import { formatMoney } from "#web/ui/text/money-format.ts";
import { shopLocale } from "#words/say.ts";

type Props = { days: DashboardSummary["days"]; currency: string };

/** Bar chart of revenue by day, with a line for the days compared with; redrawn when the theme or its width changes. */
export function RevenueChart({ days, currency }: Props) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const box = place.current;
    if (!box) return;
    let chart: uPlot | undefined;
    const draw = () => {
      chart?.destroy();
      chart = new uPlot(optionsFor(box, currency), dataOf(days, currency), box);
    };
    draw();
    const size = new ResizeObserver(() => chart?.setSize({ width: box.clientWidth, height: box.clientHeight }));
    size.observe(box);
    const unwatch = subscribeTheme(draw);
    const dark = matchMedia("(prefers-color-scheme: dark)");
    dark.addEventListener("change", draw);
    return () => {
      size.disconnect();
      unwatch();
      dark.removeEventListener("change", draw);
      chart?.destroy();
    };
  }, [days, currency]);
  return <div ref={place} className="h-60 w-full overflow-hidden text-link [&_.u-legend]:hidden" />;
}

/** Calendar days are placed at midnight UTC. */
const dataOf = (days: Props["days"], currency: string): uPlot.AlignedData => [
  days.map(({ day }) => Date.parse(`${day}T00:00:00Z`) / 1000),
  days.map(({ revenue }) => Number(decimalText(revenue, currency))),
  days.map(({ revenue_before: amount }) => Number(decimalText(amount, currency))),
];

function optionsFor(box: HTMLElement, currency: string): uPlot.Options {
  const colors = colorsOf(box);
  const short = new Intl.NumberFormat(shopLocale(), { style: "currency", currency, notation: "compact" });
  const day = new Intl.DateTimeFormat(shopLocale(), { day: "numeric", month: "short", timeZone: "UTC" });
  const axis = { stroke: colors.muted, font: `12px ${getComputedStyle(box).fontFamily}`, ticks: { show: false } };
  return {
    width: box.clientWidth,
    height: box.clientHeight,
    padding: [12, 8, 0, 0],
    tzDate: (at) => uPlot.tzDate(new Date(at * 1000), "Etc/UTC"),
    legend: { show: false },
    cursor: { drag: { x: false, y: false }, y: false, points: { show: false } },
    scales: {
      // Half a day of padding, so that the outer bars are whole.
      x: { range: (_chart, first, last) => [first - halfDay, last + halfDay] },
      y: { range: (_chart, low, high) => [Math.min(0, low), Math.max(high * 1.1, 1)] },
    },
    axes: [
      {
        ...axis,
        size: 30,
        grid: { show: false },
        space: 64,
        values: (_chart, ticks) => ticks.map((at) => day.format(new Date(at * 1000))),
      },
      {
        ...axis,
        size: 64,
        grid: { stroke: colors.hairline, width: 1 },
        values: (_chart, ticks) => ticks.map((value) => short.format(value)),
      },
    ],
    series: [
      {},
      {
        stroke: colors.accent,
        fill: colors.accent,
        width: 0,
        points: { show: false },
        ...(uPlot.paths.bars ? { paths: uPlot.paths.bars({ size: [0.66, 28], radius: 0.18 }) } : {}),
      },
      { stroke: colors.muted, width: 1.5, dash: [4, 4], points: { show: false } },
    ],
    plugins: [dayTip(box, (at, value) => `${day.format(new Date(at * 1000))}: ${formatMoney(minor(value, currency))}`)],
  };
}

const halfDay = 43_200;

const minor = (value: number, currency: string) => {
  const unit = Number(decimalText(1, currency));
  return { amount: Math.round(value / unit), currency };
};

/** A canvas can't read CSS variables, so a probe element resolves them. */
function colorsOf(box: HTMLElement) {
  const probe = box.appendChild(document.createElement("span"));
  const shown = (token: string) => {
    probe.style.color = `var(--${token})`;
    return getComputedStyle(probe).color;
  };
  const colors = { muted: shown("muted"), hairline: shown("hairline"), accent: shown("accent-fill") };
  probe.remove();
  return colors;
}

function dayTip(box: HTMLElement, words: (at: number, value: number) => string): uPlot.Plugin {
  const tip = document.createElement("div");
  tip.className =
    "pointer-events-none absolute top-0 z-1 -translate-x-1/2 rounded-sm bg-ink px-2 py-1 text-xs whitespace-nowrap text-page tabular-nums";
  tip.hidden = true;
  return {
    hooks: {
      init: (chart) => void chart.over.appendChild(tip),
      setCursor: (chart) => {
        const { idx, left = 0 } = chart.cursor;
        const [at, value] = [chart.data[0][idx ?? -1], chart.data[1]?.[idx ?? -1]];
        tip.hidden = at === undefined || typeof value !== "number" || left < 0;
        if (at === undefined || typeof value !== "number") return;
        tip.textContent = words(at, value);
        const half = tip.offsetWidth / 2;
        tip.style.left = `${Math.min(Math.max(left, half), Math.max(half, box.clientWidth - 72 - half))}px`;
      },
    },
  };
}
