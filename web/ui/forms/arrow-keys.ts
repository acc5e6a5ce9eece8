/** How far an arrow key goes, in the direction the page is written in: 1 on, -1 back, 0 for any other key. */
export function arrowStep(key: string): -1 | 0 | 1 {
  if (key !== "ArrowLeft" && key !== "ArrowRight") return 0;
  const forward = document.documentElement.dir === "rtl" ? "ArrowLeft" : "ArrowRight";
  return key === forward ? 1 : -1;
}
