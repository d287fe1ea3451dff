/** `draw` with its last result remembered: what is drawn at every frame is made once for a width. */
export function remembered(draw: (width: number) => readonly string[]): (width: number) => readonly string[] {
  let last: { readonly width: number; readonly lines: readonly string[] } | undefined;
  return (width) => {
    if (last?.width !== width) last = { width, lines: draw(width) };
    return last.lines;
  };
}
