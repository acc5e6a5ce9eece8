export { type Figures, listFiguresByDay, sumFigures } from "./figures.sql.ts";
export { listBestSellers, sumUnitsSold } from "./sales.sql.ts";
