/** The project that the tables speak of, and what is around it. */
const file = (path: string, content = "") => ({ path, type: "file" as const, content });

export const projectFiles = [
  file("garden.md", "# Garden\n"),
  file("plan.json", "{}\n"),
  file("seeds.csv", "rose,3\n"),
  file("src/water.ts"),
  file("src/sun.ts"),
  file("src/beds/rose.ts"),
  file("src/beds/fern.ts"),
  file("tools/grow.sh", "ls\n"),
  file("tools/plant.js"),
  file("tools/x"),
  file("/home/u/letters.txt"),
];
