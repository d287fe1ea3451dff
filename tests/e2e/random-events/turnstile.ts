/** Lets so many tasks go on at the same time; the others wait for their turn, first come, first served. */
export function turnstile(most: number): <T>(task: () => Promise<T>) => Promise<T> {
  let inside = 0;
  const waiting: (() => void)[] = [];
  return async (task) => {
    if (inside >= most) await new Promise<void>((enter) => waiting.push(enter));
    else inside += 1;
    try {
      return await task();
    } finally {
      const next = waiting.shift();
      if (next === undefined) inside -= 1;
      else next();
    }
  };
}
