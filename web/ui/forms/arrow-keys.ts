/** 1 for the arrow key in reading direction, -1 for the other, 0 for other keys. */
export function arrowStep(key: string): -1 | 0 | 1 {
  if (key !== "ArrowLeft" && key !== "ArrowRight") return 0;
  const forward = document.documentElement.dir === "rtl" ? "ArrowLeft" : "ArrowRight";
  return key === forward ? 1 : -1;
}
